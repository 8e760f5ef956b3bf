// No overload fits, or several do.
kernel void k(global float *f, global long *l, global short *s, local float *t, global int *i, float4 v)
{
    atomic_add(&f[0], 1.0f);
    atomic_add(&f[0], 1);
    atomic_inc(t);
    atomic_min(l, 3);
    atomic_max(s, 3);
    atomic_cmpxchg(f, 1.0f, 2.0f);
    atomic_xchg(f, 1.0f);
    atomic_add(i, 1);
    f[1] = fract(f[0], i);
    f[2] = frexp(f[0], f);
    f[3] = dot(v, i);
    f[4] = pow(2, 3);
    f[5] = length(i);
}
