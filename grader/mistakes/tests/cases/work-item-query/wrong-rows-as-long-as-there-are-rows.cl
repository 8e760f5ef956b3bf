// global: 4 8
// local: 4 4
// buffer: picture float 64 zeros
kernel void gradient(global float *picture)
{
    size_t column = get_global_id(0);
    size_t row = get_global_id(1);
    size_t at = row * get_global_size(1) + column; //~
    picture[at] = 0.5f * column;
}
