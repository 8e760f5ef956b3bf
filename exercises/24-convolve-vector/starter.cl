// Exercise 24: convolve-vector
//
// A convolution as before, with four filters. Their coefficients at a place lie side by side, and so do
// the results of a voxel, so that either is one vector of four:
//
//     filters    a0 b0 c0 d0   a1 b1 c1 d1   a2 ...    vload4(place, filters): the 4 at that place
//     out        A  B  C  D    A  B  C  D    A  ...    vstore4(bytes, voxel, out): the 4 of that voxel
//
// A float4 times a float multiplies all four. convert_uchar4_sat cuts four sums down to four bytes.
//
// Counted besides: how often a warp asks global memory for something. 55 times will do: at each of the 27
// places once for a voxel and once for four coefficients, and once to write four results. As it stands,
// each filter reads all the voxels anew, and the last one is missing.
//
// Ranges: w from 0 to 300; h from 0 to 300; d from 0 to 300; w * h * d at most 2048; work-groups of
// 1 to 256 work-items.

#define K 3 // voxels of a filter along each side

kernel void convolve_vector(global const uchar *in,
                            global const float *filters, global uchar *out,
                            int w, int h, int d)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;

    int at = (z * h + y) * w + x;
    for (int f = 0; f < 3; ++f) {
        float sum = 0.0f;
        for (int dz = 0; dz < K; ++dz) {
            for (int dy = 0; dy < K; ++dy) {
                for (int dx = 0; dx < K; ++dx) {
                    int vx = x + dx - K / 2;
                    int vy = y + dy - K / 2;
                    int vz = z + dz - K / 2;
                    if (vx < 0 || vx >= w || vy < 0 || vy >= h || vz < 0 || vz >= d)
                        continue;
                    int place = (dz * K + dy) * K + dx;
                    sum += filters[place * 4 + f] * in[(vz * h + vy) * w + vx];
                }
            }
        }
        out[at * 4 + f] = convert_uchar_sat(sum);
    }
}
