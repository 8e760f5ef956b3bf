// global: 512
// local: 64
// buffer: factor float 1 values 3 read
// buffer: x float 512 iota
kernel void scale(global float *factor, //~
                  global float *x)
{
    x[get_global_id(0)] *= *factor;
}
