// Verdict: crash silent or crash garbled or out of time or crash SIGKILL
// Closes all descriptors, the grader's own among them.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    for (int fd = 0; fd < 64; fd++) call(3, fd, 0, 0, 0, 0);
    out[0] = 1.0f;
}
