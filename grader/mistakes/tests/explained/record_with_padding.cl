// global: 8
// local: 8
// buffer: all uchar 160 zeros
struct particle {
    int kind;
    float4 place;
};

kernel void move_on(global struct particle *all)
{
    uint i = get_global_id(0);
    all[i].place.x = 1.0f;
}
