// Verdict: runs -1
// Makes a file beside one of the user's.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    int end = 0;
    while (path[end]) end++;
    path[end] = '2';
    path[end + 1] = 0;
    out[1] = call(257, -100, (long)path, 1 | 64, 0666, 0);
    out[0] = 1.0f;
}
