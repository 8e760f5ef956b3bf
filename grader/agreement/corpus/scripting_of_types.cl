/* A container library by macros: vectors, queues, matrices and options of any type. */
#define TEMPLATE2(name, T) name##_##T
#define ARRAY(T, N) typedef struct array_##T##_##N { T items[N]; uint count; } array_##T##_##N; \
  void array_##T##_##N##_push(array_##T##_##N *a, T x) { if (a->count < N) a->items[a->count++] = x; } \
  T array_##T##_##N##_pop(array_##T##_##N *a) { return a->count ? a->items[--a->count] : (T)0; } \
  uint array_##T##_##N##_find(const array_##T##_##N *a, T x, uint missing) { for (uint i = 0; i < a->count; ++i) { if (a->items[i] == x) return i; } return missing; } \
  void array_##T##_##N##_sort(array_##T##_##N *a) { for (uint i = 1; i < a->count; i++) { const T x = a->items[i]; uint j = i; while (j > 0 && a->items[j - 1] > x) { a->items[j] = a->items[j - 1]; j--; } a->items[j] = x; } }
#define MATRIX(T, R, C) typedef struct { T m[R][C]; } mat_##T##_##R##x##C; \
  mat_##T##_##R##x##C mat_##T##_##R##x##C##_add(mat_##T##_##R##x##C a, mat_##T##_##R##x##C b) { for (int r = 0; r < R; r++) for (int c = 0; c < C; c++) a.m[r][c] += b.m[r][c]; return a; } \
  T mat_##T##_##R##x##C##_trace(const mat_##T##_##R##x##C *a) { T t = 0; for (int i = 0; i < min(R, C); i++) t += a->m[i][i]; return t; }
#define OPTION(T) typedef struct { T value; bool some; } option_##T; option_##T some_##T(T x) { option_##T o = { x, true }; return o; } option_##T none_##T(void) { option_##T o = { .some = false }; return o; } T unwrap_or_##T(option_##T o, T d) { return o.some ? o.value : d; }
#define FOR_TYPES(M, ...) M(char, __VA_ARGS__) M(int, __VA_ARGS__) M(uint, __VA_ARGS__) M(long, __VA_ARGS__) M(float, __VA_ARGS__)
#define ARRAYS(T, ...) ARRAY(T, 4) ARRAY(T, 16) ARRAY(T, 64)
#define MATRICES(T, ...) MATRIX(T, 2, 2) MATRIX(T, 3, 3) MATRIX(T, 4, 4) MATRIX(T, 2, 3)
#define OPTIONS(T, ...) OPTION(T)
FOR_TYPES(ARRAYS, ) FOR_TYPES(MATRICES, ) FOR_TYPES(OPTIONS, )
#define TEST(T, N) { array_##T##_##N a = { { 3, 1, 2 }, 3 }; array_##T##_##N##_push(&a, (T)x); array_##T##_##N##_sort(&a); out[at++] = (int)array_##T##_##N##_pop(&a) + (int)array_##T##_##N##_find(&a, (T)2, 9u); }
#define TESTS(T, ...) TEST(T, 4) TEST(T, 16) TEST(T, 64) { mat_##T##_3x3 m = { { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } } }; m = mat_##T##_3x3_add(m, m); out[at++] = (int)mat_##T##_3x3_trace(&m) + (int)unwrap_or_##T(at & 1 ? some_##T((T)1) : none_##T(), (T)7); }
__kernel void containers(__global int *out, const int x) { int at = get_global_id(0) * 20; FOR_TYPES(TESTS, ) }
