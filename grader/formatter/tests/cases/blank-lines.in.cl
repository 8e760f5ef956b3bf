


int a;



int b;
void f(void)
{


    a = 1;


    b = 2;

}


