"""A look-alike of ANAF and of the courts' portal: every company, person and case is invented."""
