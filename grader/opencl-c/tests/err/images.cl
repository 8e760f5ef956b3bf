__constant sampler_t gs = CLK_FILTER_NEAREST;
const sampler_t gs2 = CLK_FILTER_LINEAR;
sampler_t gs3 = 0;
typedef image2d_t myimg;
struct S { image2d_t a; };
struct T { sampler_t a; };
image2d_t ret(image2d_t x) { return x; }
sampler_t rets(sampler_t x) { return x; }
float4 h(image2d_t x, sampler_t s) { return read_imagef(x, s, (int2)(0,0)); }
void p(image2d_t *x) {}
void ps(sampler_t *x) {}
kernel void w3(write_only image3d_t a) { write_imagef(a, (int4)(0), (float4)(0)); }
kernel void k(read_only image2d_t a, write_only image2d_t b, read_write image2d_t rw, sampler_t s, global float4 *o, __global image2d_t gi, local image2d_t li, image2d_array_t ar, image1d_t d1) {
  image2d_t loc;
  image2d_t loc2 = a;
  sampler_t ls = CLK_FILTER_NEAREST;
  sampler_t ls0;
  sampler_t ls1 = s;
  const sampler_t ls2 = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_LINEAR | CLK_ADDRESS_REPEAT;
  int q = get_global_id(0);
  sampler_t ls3 = q;
  sampler_t ls4 = 1.0f;
  write_imagef(a, (int2)(0,0), o[0]);
  o[0] = read_imagef(b, (int2)(0,0));
  o[0] = read_imagef(a, (int2)(0,0));
  o[0] = read_imagef(a, s, (float2)(0,0));
  o[0] = read_imagef(a, s, (uint2)(0,0));
  o[0] = read_imagef(a, s, 0);
  o[0] = read_imagef(a, s, 0.5f);
  o[0] = read_imagef(d1, s, 0u);
  o[0] = read_imagef(d1, 0u);
  o[0] = read_imagef(a, CLK_FILTER_NEAREST, (int2)(0,0));
  o[0] = read_imagef(a, q, (int2)(0,0));
  o[0] = read_imagef(a, (float2)(0,0));
  o[0] = read_imagef(a, s, (int4)(0));
  h(b, s); h(s, a); h(a, 16);
  a = rw;
  s = ls;
  &a; &s; a + 1; !a; s + 1; if (s) {} if (a) {} (int)s; (int)a; a == a; s == s;
  sizeof(a); sizeof(s);
  image2d_t arr[3]; sampler_t sarr[2];
  q ? a : a; q ? s : ls;
  (sampler_t)3;
  { const sampler_t in = 3; }
  static const sampler_t stat = 3;
  local sampler_t lsamp;
  global sampler_t gsamp = 0;
  constant sampler_t csamp = 0;
  private sampler_t psamp = 0;
  o[0].x = get_image_depth(a);
  o[0].x = get_image_array_size(a);
  o[0].xy = convert_float2(get_image_dim(a));
  o[0].x = get_image_channel_order(a) == CLK_RGBA;
  write_imagei(b, (int2)(0,0), (float4)(0));
  write_imageui(b, (int2)(0,0), (int4)(0));
  write_imageui(b, (int2)(0,0), 3);
  read_imagef(rw, s, (int2)(0));
  int3 c3 = get_image_dim(ar);
  read_imagef(a);
}
kernel void img3(image3d_t a, sampler_t s) { int4 d = get_image_dim(a); read_imagef(a, s, (float4)(0)); read_imagef(a, s, (int3)(0));}
kernel void kp(global image2d_t *a) {}
kernel void bad(read_only int a, read_only write_only image2d_t b, read_only sampler_t c) {}
