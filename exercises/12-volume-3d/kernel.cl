// Exercise 12: volume-3d
//
// A volume of w x h x d elements lies in `in` with x fastest: x, y, z is
// in[(z * h + y) * w + x]. Copy it to `out` with z fastest and x slowest. With w = 2, h = 1, d = 3:
//
//     in     x y z =  000  100  001  101  002  102
//     out    x y z =  000  001  002  100  101  102
//
// The host starts at least w * h * d work-items, now in one dimension, now in two, now in
// three, and in shapes that have nothing to do with the volume's. So count them through: give
// each one a number of its own, with dimension 0 fastest. In a dimension that the NDRange does
// not have, the id is 0 and the size 1. The work-item of number id then does the element
// in[id].
//
// As it stands, id is right in one dimension only, and the elements keep their order.
//
// Ranges: w from 0 to 300; h from 0 to 300; d from 0 to 300; w * h * d at most 70000; work-groups
// of 1 to 256 work-items.

kernel void reorder(global const float *in, global float *out,
                    uint w, uint h, uint d)
{
    uint id = get_global_id(0);
    if (id < w * h * d) {
        out[id] = in[id];
    }
}
