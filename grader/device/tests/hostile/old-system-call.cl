// Verdict: crash SIGSYS
// On a GPU: refused
// Issues a system call as 32-bit programs do, whose numbers mean other calls.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    out[1] = result;
    out[0] = 1.0f;
}
