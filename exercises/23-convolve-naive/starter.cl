// Exercise 23: convolve-naive
//
// A volume of bytes has w voxels along x, h along y and d along z; voxel (x, y, z) is
// in[(z * h + y) * w + x]. A filter has 3 x 3 x 3 coefficients. It is laid around a voxel, its middle on
// the voxel; each coefficient is multiplied by the voxel below it, and the 27 products add up to the
// result. Along x alone, with the middle at place 1:
//
//     in         . . 5 6 7 . .
//     filter         a b c             result at the 6:  5 a + 6 b + 7 c
//
// There are count filters. Their coefficients at one place (dx, dy, dz) lie side by side, and so do the
// results of a voxel:
//
//     filters[((dz * 3 + dy) * 3 + dx) * count + f]        out[((z * h + y) * w + x) * count + f]
//
// There is a work-item for each voxel. Voxels outside of the volume count as 0, wherever the filter
// reaches beyond it. A result is cut down to a byte by convert_uchar_sat: -3.5 becomes 0, 77.9 becomes
// 77, and 300 becomes 255. As it stands, only the voxel itself is multiplied, for the first filter.
//
// Ranges: w from 0 to 300; h from 0 to 300; d from 0 to 300; w * h * d at most 2048; count from 1
// to 300; work-groups of 1 to 256 work-items.

#define K 3 // voxels of a filter along each side

kernel void convolve_naive(global const uchar *in,
                           global const float *filters, global uchar *out,
                           int w, int h, int d, int count)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int z = get_global_id(2);
    if (x >= w || y >= h || z >= d)
        return;

    int voxel = (z * h + y) * w + x;
    float sum = filters[(K * K * K / 2) * count] * in[voxel];
    out[voxel * count] = convert_uchar_sat(sum);
}
