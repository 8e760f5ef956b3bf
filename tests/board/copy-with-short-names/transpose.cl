// The same kernel with names of a letter, without layout: it costs the same and is as long, so it shares the rank.
#define T 32
kernel void transpose(global const float*i,global float*o,uint w,uint h){local float t[T][T+1];uint x=get_local_id(0);uint l=get_group_id(0)*T;uint u=get_group_id(1)*T;for(uint r=get_local_id(1);r<T;r+=get_local_size(1)){if(l+x<w&&u+r<h)t[r][x]=i[(u+r)*w+l+x];}barrier(CLK_LOCAL_MEM_FENCE);for(uint r=get_local_id(1);r<T;r+=get_local_size(1)){if(u+x<h&&l+r<w)o[(l+r)*h+u+x]=t[x][r];}}
