// verdict: other-arguments
kernel void saxpy(global float *y, float alpha) {
    y[get_global_id(0)] *= alpha;
}
