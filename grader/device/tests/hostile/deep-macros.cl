// Verdict: refused or not built: crash SIGSEGV or not built: out of time or not built: crash SIGABRT
// Opens brackets without end, so that the compiler runs out of stack.

#define A(x) ((((((((((x))))))))))
#define B(x) A(A(A(A(A(A(A(A(A(A(x))))))))))
#define C(x) B(B(B(B(B(B(B(B(B(B(x))))))))))
#define D(x) C(C(C(C(C(C(C(C(C(C(x))))))))))

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[0] = D(1.0f);
}
