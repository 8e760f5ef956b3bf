kernel void add(global const REAL *a, global const REAL *b, global REAL *c)
{
    int i = get_global_id(0);
    c[i] = a[i] + b[i];
}
