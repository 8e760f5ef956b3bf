// Verdict: refused
// Includes a file of the system's, to read it in the compiler's messages.

#include "/etc/passwd"

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[0] = 1.0f;
}
