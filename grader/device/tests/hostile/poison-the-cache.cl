// Verdict: runs -1
// Writes into the folder that holds compiled kernels.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private char name[] = "poison";
    private char folder[] = ".";
    out[1] = call(2, (long)name, 1 | 64, 0666, 0, 0);
    call(83, (long)name, 0777, 0, 0, 0);
    long fd = call(2, (long)folder, 65536, 0, 0, 0);
    call(263, fd, (long)name, 0, 0, 0);
    out[0] = 1.0f;
}
