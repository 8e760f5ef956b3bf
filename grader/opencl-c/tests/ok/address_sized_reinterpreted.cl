// `as_` has the spellings of the types that are as wide as an address, too.
kernel void bits(global long *out) {
    out[0] = as_ptrdiff_t(get_global_id(0)) + as_intptr_t(1.0);
    out[1] = as_size_t(out[0]) + as_uintptr_t((int2)(1, 2));
}
