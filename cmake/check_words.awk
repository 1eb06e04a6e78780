# awk -f check_words.awk banned_phrases.txt FILES: prints each line of FILES with a banned phrase,
# as FILE:LINE: "phrase": write ... instead

# the phrases; `any` and `any_start` match if any of them does
FILENAME == ARGV[1] {
  if ($0 ~ /^(#|$)/) next
  n = split($0, part, "\t")
  if (n != 2 || part[1] == "" || part[2] == "") {
    print FILENAME ":" FNR ": a phrase, a tab, what to write instead"
    exit 1
  }
  phrase[++n_phrases] = part[1]
  better[n_phrases] = part[2]
  if (part[1] ~ /^\^/)
    any_start = any_start (any_start == "" ? "" : "|") substr(part[1], 2)
  else
    any = any (any == "" ? "" : "|") part[1]
  next
}

FNR == 1 {
  last = ""
  was_comment = 0
}

{
  start = ""
  if (FILENAME ~ /\.(h|cpp)$/) {
    read_source(tolower($0))
  } else {
    text = tolower($0)
    sub(/^[ \t#>*-]*/, "", text)
  }
  if (start != "" && start ~ ("^(" any_start ")")) tell(start, "^")
  if (text ~ any)
    tell(text, "")
  else if (last != "" && (last " " text) ~ any && last !~ any)
    tell(last " " text, "")
  last = text
}

# Sets `text`, the comment and the text literals of a source line, and `start`, the text of a header
# comment that begins in it.
function read_source(line,    is_comment, has_trailing) {
  is_comment = line ~ /^[ \t]*\/\//
  has_trailing = !is_comment && line ~ /\/\/\/</
  if (has_trailing || (line ~ /^[ \t]*\/\/\// && !was_comment)) {
    start = line
    sub(/^.*\/\/\/<?[ \t]*/, "", start)
  }
  was_comment = is_comment || has_trailing
  text = ""
  while (!is_comment && match(line, /"[^"]*"/) && line !~ /^[^"]*\/\//) {
    text = text substr(line, RSTART, RLENGTH) " "
    line = substr(line, RSTART + RLENGTH)
  }
  if (line ~ /\/\//) {
    sub(/^.*\/\/+<?[ \t]*/, "", line)
    text = text line
  }
}

# Prints the banned phrase that `words` has at its beginning (^) or as whole words anywhere.
function tell(words, place, before,    k, pattern) {
  for (k = 1; k <= n_phrases; ++k) {
    pattern = phrase[k]
    if ((place == "^") != (pattern ~ /^\^/)) continue
    pattern = place == "^" ? "^(" substr(pattern, 2) ")" : "(^|[^a-z_])(" pattern ")([^a-z_]|$)"
    if (match(words, pattern)) {
      found = substr(words, RSTART, RLENGTH)
      gsub(/^[^a-z]+|[^a-z]+$/, "", found)
      print FILENAME ":" FNR ": \"" found "\": write: " better[k]
      return
    }
  }
}
