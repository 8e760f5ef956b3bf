// The vectors are walked as arrays of a record of one float.
typedef struct { float value; } cell;

kernel void saxpy(float alpha, global const cell *x, global cell *y, int n)
{
    int i = get_global_id(0);
    for (; i < n; i += get_global_size(0))
    {
        cell own = y[i];
        own.value += alpha * x[i].value;
        y[i] = own;
    }
}
