// The circle's number has a single twin, M_PI_F.
// global: 4
// buffer: angle float 4 iota
kernel void to_radians(global float *angle)
{
    size_t i = get_global_id(0);
    angle[i] = angle[i] * M_PI / 180.0f; //~
}
