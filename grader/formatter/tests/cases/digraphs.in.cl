%:define N 4
int a<:N:> = <% 1,2 %>;
