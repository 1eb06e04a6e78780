#pragma once

#include <cstddef>
#include <type_traits>

/// Visits the fields of a plain struct in order without naming them, so that new fields are
/// included.
namespace ventosa::sim {

/// Converts to any field type; only used to count fields.
struct AnyField {
  template <class Field>
  operator Field() const;
};

template <class Struct, class... Fields>
consteval std::size_t count_fields() {
  if constexpr (requires { Struct{Fields{}..., AnyField{}}; })
    return count_fields<Struct, Fields..., AnyField>();
  else
    return sizeof...(Fields);
}

/// Calls visit(field) for each field of a struct with up to 27 fields, by (const) reference.
template <class Struct, class Visitor>
void for_each_field(Struct& s, Visitor&& visit) {
  constexpr std::size_t n = count_fields<std::remove_const_t<Struct>>();
  static_assert(n <= 27, "split the struct, or add a line");
  const auto all = [&](auto&... field) { (visit(field), ...); };
  // clang-format off
  if constexpr (n == 1) { auto& [a] = s; all(a); }
  if constexpr (n == 2) { auto& [a, b] = s; all(a, b); }
  if constexpr (n == 3) { auto& [a, b, c] = s; all(a, b, c); }
  if constexpr (n == 4) { auto& [a, b, c, d] = s; all(a, b, c, d); }
  if constexpr (n == 5) { auto& [a, b, c, d, e] = s; all(a, b, c, d, e); }
  if constexpr (n == 6) { auto& [a, b, c, d, e, f] = s; all(a, b, c, d, e, f); }
  if constexpr (n == 7) { auto& [a, b, c, d, e, f, g] = s; all(a, b, c, d, e, f, g); }
  if constexpr (n == 8) { auto& [a, b, c, d, e, f, g, h] = s; all(a, b, c, d, e, f, g, h); }
  if constexpr (n == 9) { auto& [a, b, c, d, e, f, g, h, i] = s; all(a, b, c, d, e, f, g, h, i); }
  if constexpr (n == 10) { auto& [a, b, c, d, e, f, g, h, i, j] = s; all(a, b, c, d, e, f, g, h, i, j); }
  if constexpr (n == 11) { auto& [a, b, c, d, e, f, g, h, i, j, k] = s; all(a, b, c, d, e, f, g, h, i, j, k); }
  if constexpr (n == 12) { auto& [a, b, c, d, e, f, g, h, i, j, k, l] = s; all(a, b, c, d, e, f, g, h, i, j, k, l); }
  if constexpr (n == 13) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m); }
  if constexpr (n == 14) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o); }
  if constexpr (n == 15) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p); }
  if constexpr (n == 16) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q); }
  if constexpr (n == 17) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r); }
  if constexpr (n == 18) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t); }
  if constexpr (n == 19) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u); }
  if constexpr (n == 20) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v); }
  if constexpr (n == 21) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w); }
  if constexpr (n == 22) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x); }
  if constexpr (n == 23) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y); }
  if constexpr (n == 24) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y, z] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y, z); }
  if constexpr (n == 25) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y, z, aa] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y, z, aa); }
  if constexpr (n == 26) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y, z, aa, bb] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y, z, aa, bb); }
  if constexpr (n == 27) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y, z, aa, bb, cc] = s; all(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, t, u, v, w, x, y, z, aa, bb, cc); }
  // clang-format on
}

}  // namespace ventosa::sim
