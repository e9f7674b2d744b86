"""The tour: what each of five sources adds, shown on the same page of one sample."""
