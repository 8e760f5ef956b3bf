int f(int a)
{
  switch (a) {
  case 1:
  case 2: return 1;
  case 3: {
  return 2;
  }
  default:
  a = a ? 1 : 2;
  }
  switch (a)
  {
    case A ? 1 : 2:
    a++;
    break;
    default: ;
  }
  goto done;
  done:
  return a;
end:
  return 0;
}
