// With -D SCALED the factor counts; here it is left out by the preprocessor.
// global: 4
// buffer: x float 4 iota
// value: factor float 3
kernel void update(global float *x, float factor)
{
    size_t i = get_global_id(0);
    x[i] += 1.0f;
#ifdef SCALED
    x[i] *= factor;
#endif
}
