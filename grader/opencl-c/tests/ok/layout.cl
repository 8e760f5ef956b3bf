// Sizes, alignments and offsets as the standard fixes them (6.1.5, 6.11.1); checked as they are read.
#define SIZE(type, bytes) _Static_assert(sizeof(type) == bytes, #type)
#define ALIGN(type, bytes) _Static_assert(__alignof__(type) == bytes, #type)
#define OFFSET(type, field, bytes) _Static_assert(__builtin_offsetof(type, field) == bytes, #field)

SIZE(bool, 1);
SIZE(char, 1);
SIZE(short, 2);
SIZE(half, 2);
SIZE(int, 4);
SIZE(float, 4);
SIZE(long, 8);
SIZE(double, 8);
SIZE(size_t, 8);
SIZE(ptrdiff_t, 8);
SIZE(__global int *, 8);
SIZE(__local char *, 8);
SIZE(char2, 2);
SIZE(char3, 4);
SIZE(uchar16, 16);
SIZE(short3, 8);
SIZE(float3, 16);
SIZE(float4, 16);
SIZE(double3, 32);
SIZE(long16, 128);
SIZE(float3[3], 48);
ALIGN(char3, 4);
ALIGN(float3, 16);
ALIGN(double16, 128);
ALIGN(int[7], 4);

struct mixed {
    char c;
    float3 v;
    short s;
    double d;
    char tail;
};
SIZE(struct mixed, 64);
ALIGN(struct mixed, 16);
OFFSET(struct mixed, v, 16);
OFFSET(struct mixed, s, 32);
OFFSET(struct mixed, d, 40);
OFFSET(struct mixed, tail, 48);

struct __attribute__((packed)) tight {
    char c;
    float3 v;
    struct mixed m;
};
SIZE(struct tight, 81);
ALIGN(struct tight, 1);
OFFSET(struct tight, m, 17);

struct wide {
    int i;
    struct {
        char a, b;
    } inner[3];
} __attribute__((aligned(32)));
SIZE(struct wide, 32);
OFFSET(struct wide, inner[2].b, 9);

struct field_aligned {
    char a;
    char b __attribute__((aligned(8)));
};
SIZE(struct field_aligned, 16);
OFFSET(struct field_aligned, b, 8);

union overlay {
    char bytes[5];
    int word;
    struct {
        short low, high;
    };
};
SIZE(union overlay, 8);
OFFSET(union overlay, high, 2);

struct empty {
};
SIZE(struct empty, 0);

typedef float quad __attribute__((ext_vector_type(4)));
SIZE(quad, 16);

enum colour { RED, GREEN = 5, BLUE };
SIZE(enum colour, 4);
_Static_assert(BLUE == 6, "BLUE");
_Static_assert(vec_step(int3) == 4 && vec_step(char) == 1 && vec_step(double16) == 16, "vec_step");

__kernel void layout(__global struct mixed *mixed, __global struct tight *tight)
{
    mixed->v = tight->v;
    tight->m = *mixed;
    mixed[1].tail = sizeof *mixed + sizeof mixed->v;
}
