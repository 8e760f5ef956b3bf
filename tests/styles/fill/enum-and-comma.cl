enum { FIRST_DIMENSION = 0 };
static inline __attribute__((always_inline)) uint me(void) { return get_global_id(FIRST_DIMENSION); }
kernel void fill(global int *out, int first, uint n)
{
    uint i, stop = n;
    for (i = me(), out += i; i < stop; out += n, i += n)
        *out = (first, first + (int)i);
}
