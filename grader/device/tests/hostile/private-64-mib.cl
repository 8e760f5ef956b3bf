// Verdict: crash SIGSEGV or runs or not built: crash SIGABRT
// On a GPU: refused or out of resources or not built: out of resources or lost the device or runs
// Declares a private array of 64 MiB.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    volatile float wide[16 << 20];
    for (int i = 0; i < 16 << 20; i += 1024) wide[i] = i;
    out[2] = wide[(16 << 20) - 1024];
    out[0] = 1.0f;
}
