kernel void first(global const float *x,
                  global float *y)
{
    float sum = x[0]
        + x[1]
              + x[2];
    float product =
        x[0] * x[1];
    y[0] = fma(x[0],
               x[1],
               x[2]);
    y[1] = clamp(
        x[1],
            0.0f,
            1.0f
    );
    bool all = x[0] > 0 &&
               x[1] > 0 ||
                 x[2] > 0;
}
__attribute__((reqd_work_group_size(8, 8, 1)))
kernel void
second(int a,
       int b)
{
}
