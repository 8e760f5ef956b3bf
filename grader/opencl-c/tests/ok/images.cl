const sampler_t gs = CLK_FILTER_LINEAR | CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT;
__constant sampler_t gs2 = CLK_FILTER_NEAREST;
typedef image2d_t picture;
float4 h(image2d_t x, sampler_t s) { return read_imagef(x, s, (int2)(0,0)); }
kernel void k(read_only image2d_t a, write_only image2d_t b, sampler_t s, global float4 *o, image2d_array_t ar, image1d_t d1, image1d_buffer_t bu, image1d_array_t d1a, image3d_t d3, write_only image3d_t w3, picture p, read_only image2d_depth_t dep, write_only image2d_array_depth_t adep) {
  const sampler_t ls = CLK_FILTER_NEAREST;
  sampler_t ls0 = s;
  o[0] = h(a, s) + h(p, gs2) + h(a, ls) + h(a, 16);
  o[1] = read_imagef(a, gs, (float2)(0.5f, 0.5f));
  o[2] = read_imagef(a, (int2)(1, 2));
  o[3] = convert_float4(read_imagei(a, s, (int2)(1, 2)));
  o[4] = convert_float4(read_imageui(ar, s, (float4)(1, 2, 0, 0)));
  o[5] = read_imagef(d1, s, 1) + read_imagef(d1, s, 0.5f) + read_imagef(bu, 3) + read_imagef(d1a, s, (float2)(0.5f, 1)) + read_imagef(d3, s, (int4)(1));
  write_imagef(b, (int2)(1, 1), o[0]);
  write_imageui(b, (int2)(1, 1), (uint4)(1, 2, 3, 4));
  write_imagei(w3, (int4)(1, 1, 2, 0), (int4)(1));
  write_imagef(adep, (int4)(1, 1, 2, 0), 0.5f);
  o[6].x = read_imagef(dep, s, (int2)(1, 2));
  o[7].x = get_image_width(a) + get_image_height(ar) + get_image_depth(d3) + get_image_array_size(d1a) + get_image_channel_order(a) + get_image_channel_data_type(b);
  o[7].xy = convert_float2(get_image_dim(ar)) + convert_float4(get_image_dim(d3)).xy;
}
