// global: 1
// buffer: a float 4 iota
kernel void fill(global float *a, float value)
{
    a[get_global_id(0)] = value;
}
void start(global float *a)
{
    fill<<<1, 4>>>(a, 3.0f); //~
}
