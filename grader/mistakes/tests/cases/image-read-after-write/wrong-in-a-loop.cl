// std: CL2.0
// global: 4
// local: 4
// image: x 1d R SIGNED_INT32 4 iota
kernel void k(read_write image1d_t x)
{
    int i = get_global_id(0);
    for (int round = 0; round < 3; round++) {
        int now = read_imagei(x, i).x; //~
        write_imagei(x, i, (int4)(now + 1));
    }
}
