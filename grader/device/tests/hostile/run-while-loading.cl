// Verdict: not built: crash SIGSYS or crash SIGSYS
// On a GPU: refused
// Has code of its own run as soon as the program is loaded, in whichever process loads it first.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    __asm__ volatile(".pushsection .text\nearly: movl $41, %%eax\nmovl $2, %%edi\nmovl $1, %%esi\nxorl %%edx, %%edx\n"
                     "syscall\nret\n.popsection\n"
                     ".pushsection .init_array,\"aw\",@init_array\n.balign 8\n.quad early\n.popsection" ::: "memory");
    out[0] = 1.0f;
}
