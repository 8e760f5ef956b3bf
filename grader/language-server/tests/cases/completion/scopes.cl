// see /kernels/*.cl
__ker<|>
/* http://here */ kern<|>
kernel void k(global int *a) {
    for (int loop_one = 0; loop_one < 2; loop_one++) { a[loop_one] = loop_<|>; }
    for (int loop_two = 0; loop_two < 2; loop_two++) a[loop_two] = loop_<|>;
    a[0] = loop_<|>;
    a[1] = mi<|>(1, 2);
}
