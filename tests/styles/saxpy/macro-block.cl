#define AXPY(y, a, x) do { (y) = (a) * (x) + (y); } while (0)
#define GUARDED(condition, action) if (condition) { action; } else { }

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    GUARDED(i < n, AXPY(y[i], alpha, x[i]))
}
