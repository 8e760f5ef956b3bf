template <typename T> void f(T *p);
class A { };

kernel void k(global float *y)
{
    auto x = 1.0f;
    float &r = y[0];
    y[0] = std::max(x, 2.0f);
}
