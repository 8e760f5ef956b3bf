// What a kernel may return and take (6.9).
struct with_pointer {
    __global int *p;
};
struct with_bool {
    bool flag;
};
struct with_size {
    size_t size[2];
};
typedef size_t length_type;

__kernel int returns(__global int *p) { return 1; }
__kernel void takes_bool(bool flag) { }
__kernel void takes_size(size_t n) { }
__kernel void takes_renamed_size(length_type n) { }
__kernel void takes_half(half h) { }
__kernel void takes_event(event_t e) { }
__kernel void takes_struct_with_pointer(struct with_pointer s) { }
__kernel void takes_struct_with_bool(struct with_bool s) { }
__kernel void takes_struct_with_size(struct with_size s) { }
__kernel void takes_local_value(__local int n) { }
static __kernel void hidden(void) { }
__kernel __attribute__((reqd_work_group_size(8, 8, 0))) void empty_group(void) { }
__attribute__((reqd_work_group_size(8, 8, 1))) void no_kernel(void) { }
__kernel void returns_a_value(__global int *p)
{
    return p[0];
}
void variadic(int n, ...) { }
int (*pointer_to_function)(int);
void takes_function(int f(int)) { }
