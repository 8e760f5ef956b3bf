void f(int &x);
void g(int &x, int n) { x = 1; k<<<n, 16>>>(n); }
