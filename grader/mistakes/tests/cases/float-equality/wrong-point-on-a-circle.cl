// global: 4
// buffer: x float 4 iota read
// buffer: y float 4 iota read
// buffer: on int 4 zeros
kernel void on_unit_circle(global const float *x, global const float *y, global int *on)
{
    size_t i = get_global_id(0);
    float radius = sqrt(x[i] * x[i] + y[i] * y[i]);
    if (radius == 1.0f) { //~
        on[i] = 1;
    }
}
