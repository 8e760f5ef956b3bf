kernel void k(global int *a)
{



  a[0]=1;




  a[1]=2;
}