// global: 2
// local: 2
// buffer: y int 2 uninit write
kernel void odd_steps(global int *y)
{
    float t = 0.0f;
    int steps = 0;
    while (t != 1.0f) { //~
        t += 0.1f;
        steps++;
    }
    y[get_global_id(0)] = steps;
}
