FOR_TYPES(A, )
DECLARE(float)
void f(int a)
{
    FOR_EACH(i, 4) {
        a++;
    }
    BEGIN(a)
    if (a)
        a--;
    END
}
