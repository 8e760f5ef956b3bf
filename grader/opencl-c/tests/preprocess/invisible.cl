a bc​d;
