// Turns the order of a volume's axes around: in `in` neighbours along x lie next to each other, in
// `out` neighbours along z. The NDRange may have one, two or three dimensions: its work-items are
// counted through, and the number of each is split into coordinates.

// ANCHOR: kernel
kernel void reorder(global const float *in, global float *out,
                    uint w, uint h, uint d)
{
    // ANCHOR: flatten
    uint row = get_global_id(2) * get_global_size(1) + get_global_id(1);
    uint id = row * get_global_size(0) + get_global_id(0);
    // ANCHOR_END: flatten
    if (id < w * h * d) {
        // ANCHOR: split
        uint x = id % w;
        uint y = id / w % h;
        uint z = id / (w * h);
        // ANCHOR_END: split
        out[(x * h + y) * d + z] = in[id];
    }
}
// ANCHOR_END: kernel
