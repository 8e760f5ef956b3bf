kernel void k(global float*a,int n){
int i=get_global_id(0);
<|>  if(i<n){
a[i]=a [i]*2;
  }<|>
   a[ 0 ] = 1;
}
