// Objects, types and functions that cannot be declared so.
struct unknown;
struct point {
    int x;
    float x;
    int flags : 3;
    __global int g;
    int tail[];
    struct unknown inner;
};
struct point {
    int y;
};
enum colour { RED, GREEN, RED };
enum fraction { HALF = 0.5 };
typedef int number;
typedef float number;
int twice(int x);
float twice(int x);
int twice(float x);
int thrice(int x) { return 3 * x; }
int thrice(int x) { return 3 * x; }
void nothing(void v) { }
void same(int a, int a) { }

__kernel void declarations(__global int *out, const int n)
{
    int i;
    float i;
    int array[n];
    int negative[-1];
    int text["a"];
    int unsized[];
    void v;
    struct unknown u;
    half h;
    n = 1;
    const int c = 1;
    c++;
    int out = 2;
    restrict int r;
    inline int j;
    int m = sizeof(struct unknown);
    number = 2;
    array = out;
    3 = i;
    i + 1 = 2;
    thrice = 1;
    thrice(1, 2);
    thrice(out);
    i(1);
    (i)(1);
}
