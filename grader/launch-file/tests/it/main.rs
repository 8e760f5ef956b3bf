mod repairs;
