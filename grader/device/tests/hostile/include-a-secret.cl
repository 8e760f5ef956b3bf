// Verdict: refused
// Includes a file of the user's, to read it in the compiler's messages.

#include SECRET

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[0] = 1.0f;
}
