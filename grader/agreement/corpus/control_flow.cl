int collatz(ulong n) { int steps = 0; again: if (n <= 1) return steps; n = n & 1 ? 3 * n + 1 : n >> 1; ++steps; goto again; }
int duff(__global int *to, const __global int *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) { case 0: do { *to++ = *from++; case 7: *to++ = *from++; case 6: *to++ = *from++; case 5: *to++ = *from++; case 4: *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--n > 0); }
  return count;
}
uint classify(uchar c) {
  switch (c) {
  case '0' ... '9': return 1;
  case 'a': case 'b': case 'c': case 'd': case 'e': case 'f': return 2;
  case 'A' ... 'F': { uint r = 2; return r; }
  case ' ': case '\t': case '\n': case '\r': case '\v': case '\f': case '\0': return 3;
  case '\\': case '\'': case '"': case '\x7f': case '\176': return 4;
  default: ;
  }
  return 0;
}
bool state_machine(__constant char *s, int n) {
  enum { START, SIGN, INT, POINT, FRAC, EXP, DONE } state = START;
  for (int i = 0; ; i++) {
    if (i == n) goto finish;
    const char c = s[i];
    switch (state) {
      case START: if (c == '+' || c == '-') { state = SIGN; continue; } /* fall through */
      case SIGN: if (c >= '0' && c <= '9') state = INT; else if (c == '.') state = POINT; else return false; break;
      case INT: if (c == '.') { state = FRAC; break; } else if (c == 'e' || c == 'E') { state = EXP; break; } if (c < '0' || c > '9') return false; break;
      case POINT: case FRAC: if (c == 'e') state = EXP; else if (!(c >= '0' && c <= '9')) return false; else state = FRAC; break;
      case EXP: if (c < '0' || c > '9') return false;
      case DONE: break;
    }
  }
finish: return state == INT || state == FRAC || state == EXP;
}
__kernel void flow(__global int *out, __constant char *s, const int n) {
  int g = get_global_id(0), a = 0, b = 1, i, j;
  for (i = 0, j = n; i < j; i++, --j) { if (i == 3) continue; if (j == 7) break; a += i * j; }
  for (;;) { if (++a > 100) break; else if (a == 50) { a += 2; } else continue; b++; }
  while (a--) if (a % 7 == 0) for (int k = 0; k < 3; k++) do b += k; while (b % 5); else while (0);
  do { { { ; } } if (b) { if (a) b = -b; } else b++; } while (b < 0);
  { int a = 3; { int a = 4; b += a; } b += a; }
  for (int a = 0; a < 2; a++) for (int b = a; b; b--) out[g] += a ^ b;
  if (g) if (a) b = 1; else b = 2; else b = 3;
  out[g] = collatz((ulong)a + 1) + duff(out, out + 16, n & 31) + classify((uchar)b) + state_machine(s, n) + (a, b, a ? b ? 1 : 2 : 3);
  return;
}
