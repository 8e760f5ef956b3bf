// Verdict: refused
// Includes the environment of the compiler's process.

#include "/proc/self/environ"

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[0] = 1.0f;
}
