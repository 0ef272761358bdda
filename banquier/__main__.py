"""`python -m banquier`: the same as the command `banquier`."""

import sys

from banquier.cli.main import main

sys.exit(main())
