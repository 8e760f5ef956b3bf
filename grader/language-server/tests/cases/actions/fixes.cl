kernel void k(global float *out, int count) {
    out[get_global_id(0)] = cou<|>nts;
    out[1] = threadId<|>x.x;
    __syncthr<|>eads();
}
