// What every hostile kernel of this folder begins with: a system call, past all libraries.
static long call(long number, long a, long b, long c, long d, long e) {
    long result;
    __asm__ volatile("movq %5, %%r10\nmovq %6, %%r8\nxorl %%r9d, %%r9d\nsyscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d), "r"(e)
                     : "rcx", "r8", "r9", "r10", "r11", "memory");
    return result;
}
