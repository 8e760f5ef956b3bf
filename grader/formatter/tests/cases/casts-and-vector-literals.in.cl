kernel void f(global float4 *x, global void *p, int n)
{
x[0] = ( float4 )( 1.0f,2.0f , 3.0f,(float) n );
x[1]=(float4) (0)*(float)n -(n)-1;
global int*q=( global int* )p;
x[2].xy = convert_float2( (int2)(n , -n) );
size_t s = sizeof (float4)*n + sizeof n;
uint u=(uint) ~n & (uint)-1;
}
