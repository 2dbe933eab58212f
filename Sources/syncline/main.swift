print("syncline")
