// global: 1
// local: 1
// buffer: x float 8 iota read
// buffer: y float 1 uninit write
kernel void total(global const float *x, global float *y)
{
    int from[8], count[8];
    int top = 0;
    from[0] = 0;
    count[0] = 8;
    float sum = 0.0f;
    while (top >= 0) {
        int f = from[top], n = count[top];
        top--;
        if (n == 1) {
            sum += x[f];
            continue;
        }
        top++;
        from[top] = f;
        count[top] = n / 2;
        top++;
        from[top] = f + n / 2;
        count[top] = n - n / 2;
    }
    y[0] = sum;
}
