// Arithmetic in half: operators, functions, vectors, conversions, literals.
// global: 1
// buffer: y float 16 zeros
// buffer: h half 8 values 15360 16384 16896 17408 17664 17920 18176 18432
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global float *y, global half *h)
{
    half a = 1.0h / 3.0h;
    half4 v = vload4(0, h) * (half4)(0.5h, 1.0h, 2.0h, a);
    y[0] = a;
    y[1] = v.x + v.w;
    y[2] = dot(v, (half4)(1.0h));
    y[3] = fma(a, 3.0h, 1.0h);
    y[4] = convert_float(convert_half_rtz(2049.0f)) + convert_half_rtp(2049.0f);
    y[5] = sqrt((half)2.0f) + exp2((half)3.0f);
    y[6] = length((half2)(3.0h, 4.0h));
    y[7] = clamp(v, (half)1.0f, (half)2.0f).z + max(a, (half)1.0f) + mix((half)0.0f, (half)4.0f, (half)0.25f);
    short4 less = v < (half4)(1.5h);
    y[8] = less.x + 10 * less.y;
    y[9] = (float)select(v, -v, less).x;
    y[10] = isnan(a / 0.0h - a / 0.0h) + 10 * isinf((half)65504.0f * 2.0h);
    y[11] = (int)convert_short_sat(v.s1 * 1000.0h) + as_ushort((half)1.0f);
    y[12] = convert_half4((int4)(70000, 1, 2, 3)).x > 65504.0f;
    h[1] += 0.5h;
    h[2] = -h[2];
    h[3]++;
    half3 three = vload3(1, h).zyx;
    vstore2((half2)(three.x, three.y), 3, h);
    y[13] = sizeof(half3) + sizeof(three.xy);
    y[14] = ilogb((half)8.0f) + ldexp((half)1.0f, 3) + pown((half)2.0f, 3) + rootn((half)8.0f, 3);
    half whole;
    y[15] = modf((half)2.75f, &whole) + whole * 10.0h;
}
