void f(int a)
{
    int x; // near
    int y;  // far
    a = 1;     // aligned
    a = a + 1; // aligned
               // goes on

    a = 3;      /* also */
    a = 4;      /* aligned */
}
