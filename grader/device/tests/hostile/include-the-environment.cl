// Verdict: refused
// On a GPU: refused or runs 0
// Includes the environment of the compiler's process. A driver that needs /proc may open it, and finds it empty:
// a boxed process has none.

#include "/proc/self/environ"

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[0] = 1.0f;
}
