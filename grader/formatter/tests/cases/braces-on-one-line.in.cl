void f(int a) {if(a){a=1;}else{a=2;} {} { }
int b[]={1,2},c[] = { 1,2 };
}
