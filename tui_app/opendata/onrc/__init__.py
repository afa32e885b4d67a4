"""The trade register's dumps (ONRC): firms, their states, activities and representatives."""
