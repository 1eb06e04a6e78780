#!/usr/bin/env python3
"""The sizes of folders of the tree against the limits of cmake/size_limits.txt: functions with more
than four parameters, lines, and the 90th percentile of the lines of a function.

    check_sizes.py SOURCE_FOLDER

Functions are measured by lizard. Prints a row for every folder, and under a limit that is exceeded
what exceeds it. Exit code 1: a limit is exceeded; 77: lizard is not there (cmake/lizard.sh fetches it).
"""
import math
import pathlib
import re
import sys

MOST_PARAMETERS = 4
COUNTED = ("signatures", "lines", "p90")


class Limits:
    """Rows of cmake/size_limits.txt."""

    def __init__(self, path):
        self.of_folder, self.equations = {}, []
        for row, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            words = line.split("#")[0].split()
            try:
                self.add(words)
            except ValueError as error:
                sys.exit(f"{path}:{row}: {error}: {line}")

    def add(self, words):
        if words[:1] == ["equation"]:
            if not re.search(r"\beqs?\. \S*\d", " ".join(words[3:])):
                raise ValueError("must name the number of an equation, as in 'Luh 1980, eq. 5'")
            self.equations.append((words[1], words[2]))
        elif words:
            folder, *limits = words
            if len(limits) != len(COUNTED):
                raise ValueError(f"must have a folder and the limits {', '.join(COUNTED)}")
            self.of_folder[folder] = {name: None if limit == "-" else int(limit)
                                      for name, limit in zip(COUNTED, limits)}


class Folder:
    """What lies in a folder, less what lies in others with limits."""

    def __init__(self, root, name, others):
        inner = [root / other for other in others if other.startswith(name + "/")]
        self.name, self.root = name, root
        self.files = [file for file in sorted((root / name).rglob("*"))
                      if file.suffix in (".h", ".cpp")
                      and not any(folder in file.parents for folder in inner)]
        if not self.files:
            sys.exit(f"{name}: has neither headers nor sources")
        self.functions = [(str(file.relative_to(root)), function) for file in self.files
                          for function in lizard.analyze_file(str(file)).function_list]

    def lines_of(self, file):
        return len(file.read_text(encoding="utf-8").splitlines())

    def sizes(self, equations):
        return {"signatures": len(self.long_signatures(equations)),
                "lines": sum(map(self.lines_of, self.files)),
                "p90": self.percentile()}

    def percentile(self):
        """The least length that 90 % of the functions do not exceed."""
        lengths = sorted(function.length for _, function in self.functions)
        return lengths[math.ceil(0.9 * len(lengths)) - 1] if lengths else 0

    def long_signatures(self, equations):
        return [(file, function) for file, function in self.functions
                if function.parameter_count > MOST_PARAMETERS
                and (file, function.unqualified_name) not in equations]

    def offenders(self, size, equations, limit):
        """Lines that name what exceeds the limit, the worst first."""
        if size == "lines":
            found = [(self.lines_of(file), str(file.relative_to(self.root))) for file in self.files]
        elif size == "p90":
            found = [(function.length, place(file, function)) for file, function in self.functions
                     if function.length > limit]
        else:
            found = [(function.parameter_count, place(file, function))
                     for file, function in self.long_signatures(equations)]
        return [f"  {count:4}  {what}" for count, what in sorted(found, key=lambda x: (-x[0], x[1]))]


def place(file, function):
    return f"{file}:{function.start_line} {function.unqualified_name}"


def unused(equations, folders):
    """Exceptions that apply to no function."""
    long = {(file, function.unqualified_name)
            for folder in folders for file, function in folder.long_signatures([])}
    return [equation for equation in equations if equation not in long]


def print_row(folder, sizes, limits):
    cells = [f"{sizes[size]} of {'-' if limits[size] is None else limits[size]}" for size in COUNTED]
    print(f"{folder.name:24}" + "".join(f"{cell:>14}" for cell in cells))


def exceeds(folder, sizes, limits, equations):
    """Prints what exceeds a limit of the folder."""
    found = [size for size in COUNTED if limits[size] is not None and sizes[size] > limits[size]]
    for size in found:
        print(f"{folder.name}: {size} {sizes[size]}, at most {limits[size]}:")
        print("\n".join(folder.offenders(size, equations, limits[size])))
    return bool(found)


def check(root):
    limits = Limits(root / "cmake/size_limits.txt")
    folders = [Folder(root, name, limits.of_folder) for name in limits.of_folder]
    print(f"{'':24}" + "".join(f"{size:>14}" for size in COUNTED))
    n_exceeding = 0
    for folder in folders:
        sizes, most = folder.sizes(limits.equations), limits.of_folder[folder.name]
        print_row(folder, sizes, most)
        n_exceeding += exceeds(folder, sizes, most, limits.equations)
    idle = unused(limits.equations, folders)
    for file, function in idle:
        print(f"cmake/size_limits.txt: equation {file} {function}: there is no such function with "
              f"more than {MOST_PARAMETERS} parameters")
    return 1 if n_exceeding or idle else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / ".deps/lizard"))
    try:
        import lizard
    except ImportError as missing:
        print(f"skipped: {missing}; cmake/lizard.sh fetches what it needs, for Python 3.11")
        sys.exit(77)
    sys.exit(check(pathlib.Path(sys.argv[1]).resolve()))
