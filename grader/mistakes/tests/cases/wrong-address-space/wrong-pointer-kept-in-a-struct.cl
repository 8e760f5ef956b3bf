// std: CL2.0
// global: 4
// local: 4
// buffer: y int 4 uninit write
typedef struct { int *at; } Place;
kernel void k(global int *y)
{
    local int counts[4];
    int lid = get_local_id(0);
    counts[lid] = lid;
    Place place;
    place.at = &counts[lid];
    global int *far = (global int *)place.at;
    y[lid] = far[0]; //~
}
