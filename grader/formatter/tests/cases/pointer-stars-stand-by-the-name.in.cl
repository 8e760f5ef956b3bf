typedef struct { int a; } node;
global float*find(global float* x,global node * const* y, const node*z)
{
node*n=0;
local float * restrict t = x , **u;
float product = x[0]*y[0]->a * *x*n->a;
return (global float*)&x[ 1 ];
}
