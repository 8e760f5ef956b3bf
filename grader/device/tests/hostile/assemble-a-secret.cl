// Verdict: refused or runs or not built: crash SIGABRT
// On a GPU: refused or not built: crash SIGSEGV or not built: crash SIGABRT
// Has the assembler take a file of the user's into the program, and reads it from there.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    global const char *found;
    __asm__ volatile(".pushsection .rodata\nsecret: .incbin \"" SECRET "\"\n.popsection\nleaq secret(%%rip), %0"
                     : "=r"(found));
    for (int i = 0; i < 32; i++) ((global volatile char *)(out + 2))[i] = found[i];
    out[0] = 1.0f;
}
