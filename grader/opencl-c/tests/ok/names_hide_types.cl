typedef int word;
typedef float uint_like;
word word_value(word word) { return word + 1; }
__kernel void f(__global int *a) {
    int uint = 3, float4 = 4, size_t = 5;
    { word word = 1; word++; a[0] = word * uint; }
    word x = (word)(2) + (float4) - size_t;
    typedef uint_like word;
    word y = 1.5f;
    for (uint_like word = 0; word < 2; word++) a[1] = word;
    a[2] = x + y + sizeof(word) * uint;
    word: a[3] = 1;
    if (a[4]) goto word;
}
