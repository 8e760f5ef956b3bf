#define N 5
#define EPS (1e-3f)
#define HALF ((float)N/2)
#define ALL (~0ul)
#define MINUS (-1)
#define BIG (1u << 31)
#define SQ(x) ((x)*(x))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
kernel void k(global float *o) {
    o[0] = EP<|>S + HAL<|>F + AL<|>L + MINU<|>S + BI<|>G;
    o[0] = MAX(o[1],
               MA<|>X(N + 1, 2)) + S<|>Q(3 // three
        );
}
