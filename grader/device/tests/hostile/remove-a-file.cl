// Verdict: runs -1
// Removes a file of the user's, renames it, and links it elsewhere.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private char to[] = "stolen";
    out[1] = call(87, (long)path, 0, 0, 0, 0);
    call(82, (long)path, (long)to, 0, 0, 0);
    call(86, (long)path, (long)to, 0, 0, 0);
    out[0] = 1.0f;
}
