#define TILE 16
// One more column, against bank conflicts.
#define WIDTH (TILE + 1)
#define AT(x, y) in[(y) * w + (x)]
#define HALF (WIDTH / 2.0f)
#ifdef TI<|>LE
#endif
kernel void k(global const float *in, global float *out, uint w) {
    local float tile[TI<|>LE][WID<|>TH];
    out[0] = A<|>T(1, WIDTH) + HAL<|>F + FLT_MA<|>X + __LIN<|>E__;
}
