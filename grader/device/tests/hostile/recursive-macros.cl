// Verdict: not built: out of time or not built: crash SIGABRT or refused or not built: crash SIGSEGV
// Doubles a line thirty times over by macros.

#define A(x) x x x x x x x x
#define B(x) A(x) A(x) A(x) A(x) A(x) A(x) A(x) A(x)
#define C(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x)
#define D(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x)
#define E(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x)
#define F(x) E(x) E(x) E(x) E(x) E(x) E(x) E(x) E(x)
#define G(x) F(x) F(x) F(x) F(x) F(x) F(x) F(x) F(x)
#define H(x) G(x) G(x) G(x) G(x) G(x) G(x) G(x) G(x)
#define I(x) H(x) H(x) H(x) H(x) H(x) H(x) H(x) H(x)
#define J(x) I(x) I(x) I(x) I(x) I(x) I(x) I(x) I(x)
#define K(x) J(x) J(x) J(x) J(x) J(x) J(x) J(x) J(x)
#define L(x) K(x) K(x) K(x) K(x) K(x) K(x) K(x) K(x)
#define M(x) L(x) L(x) L(x) L(x) L(x) L(x) L(x) L(x)
#define N(x) M(x) M(x) M(x) M(x) M(x) M(x) M(x) M(x)
#define O(x) N(x) N(x) N(x) N(x) N(x) N(x) N(x) N(x)
#define P(x) O(x) O(x) O(x) O(x) O(x) O(x) O(x) O(x)
#define Q(x) P(x) P(x) P(x) P(x) P(x) P(x) P(x) P(x)
#define R(x) Q(x) Q(x) Q(x) Q(x) Q(x) Q(x) Q(x) Q(x)
#define S(x) R(x) R(x) R(x) R(x) R(x) R(x) R(x) R(x)
#define T(x) S(x) S(x) S(x) S(x) S(x) S(x) S(x) S(x)
#define U(x) T(x) T(x) T(x) T(x) T(x) T(x) T(x) T(x)
#define V(x) U(x) U(x) U(x) U(x) U(x) U(x) U(x) U(x)
#define W(x) V(x) V(x) V(x) V(x) V(x) V(x) V(x) V(x)
#define X(x) W(x) W(x) W(x) W(x) W(x) W(x) W(x) W(x)
#define Y(x) X(x) X(x) X(x) X(x) X(x) X(x) X(x) X(x)

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    float sum = 0.0f;
    Y(sum += out[0];)
    out[0] = sum;
}
