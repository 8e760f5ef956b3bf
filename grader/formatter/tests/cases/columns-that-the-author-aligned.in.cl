kernel void f( const    global float  *x,
               const           int    n,
               read_only    image2d_t image )
{
  int   a    = 1;
  float bcd  = 2;
  a   = 1;
  bcd=  2;
  step (a,  4, 0x10);
  step (b, 16, 0x08);
}
