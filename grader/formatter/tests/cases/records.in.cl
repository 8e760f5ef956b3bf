typedef struct  __attribute__((packed))  tag
{
int a:3 ;
unsigned : 2;
union { float f;int i; } u;
} tag_t;
struct pair make(int a) {
struct pair p = { a, a };
return p;
}
