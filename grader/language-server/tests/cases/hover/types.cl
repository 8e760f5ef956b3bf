constant float tab<|>le[] = {1, 2, 3};
typedef struct { char c; int d; } Unnam<|>ed;
typedef struct Tag { float4 v; } Nam<|>ed;
struct my__type { int a; };
kernel void k(global struct my__type *p, Unnamed u, Named n) {
    char s<|>[] = "abc";
    global struct my__type *q = p <|>+ 1;
    q->a = s[0] + u.c;
}
