// Verdict: runs 7
// Looks whether guards lie around its buffer, and shows another face where they do: its output is
// compared all the same.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    global volatile uint *word = (global volatile uint *)out;
    out[1] = word[-1] != 0 || word[16] != 0 ? 7.0f : 1.0f;
}
