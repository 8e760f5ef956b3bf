// A sparse matrix of integers in coordinate format times a vector: a work-item adds an entry atomically.
kernel void real(global const int *rows, global const int *columns, global const int *values, global const int *x,
                 global int *y, int entries)
{
    int e = get_global_id(0);
    if (e < entries)
        atomic_add(&y[rows[e]], values[e] * x[columns[e]]);
}
