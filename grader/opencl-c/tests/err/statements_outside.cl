int f(int a) { return a; }
for (int i = 0; i < 3; i++) f(i);
return 3;
