// size_t holds any voxel's index, but the products are computed in uint.
// global: 2 2 2
// buffer: volume uchar 8 iota
// value: width uint 2
// value: height uint 2
kernel void invert(global uchar *volume, uint width, uint height)
{
    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t voxel = (z * height + y) * width + x; //~
    volume[voxel] ^= 0xff;
}
