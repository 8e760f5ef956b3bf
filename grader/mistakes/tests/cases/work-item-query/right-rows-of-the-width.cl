// global: 4 8
// local: 4 4
// buffer: picture float 32 zeros
kernel void gradient(global float *picture)
{
    size_t column = get_global_id(0);
    size_t row = get_global_id(1);
    picture[row * get_global_size(0) + column] = 0.5f * column;
}
