"""The script that runs before the first paint stands in the page: as a file it would be waited for, the rest unread.

The policy names it by its hash, so that it is still the only text in a page that runs.
"""

import base64
import hashlib
from pathlib import Path

import rjsmin

# It lies among the other scripts, so that it is checked as they are.
SCRIPT = str(rjsmin.jsmin((Path(__file__).parent / "static" / "racing" / "early.js").read_text()))
HASH = f"'sha256-{base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()}'"
