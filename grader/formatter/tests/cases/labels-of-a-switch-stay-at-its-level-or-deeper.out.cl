int f(int a)
{
    switch (a) {
    case 1:
    case 2: return 1;
    case 3: {
        return 2;
    }
    case 4:
    {
        return 3;
    }
    case 5:
        {
            return 3;
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
