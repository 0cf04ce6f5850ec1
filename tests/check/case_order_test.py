"""The functions that case_order.ld names are the runner's: nine of ten of them, or it is time for `./do order`.

usage: case_order_test.py RUNNER ORDER
"""
import re
import subprocess
import sys

runner, order = sys.argv[1:]
with open(order) as file:
    named = set(re.findall(r"\(\.text\.(_ZN?K?5assay[^*)]*)\)", file.read()))
table = subprocess.run(["readelf", "-sSW", runner], check=True, capture_output=True, text=True).stdout
if " .text.case " not in table:
    sys.exit("the runner has no section .text.case: the linker did not take the order")
section = next(line for line in table.splitlines() if " .text.case " in line).split("PROGBITS")[1].split()
begin, size = int(section[0], 16), int(section[2], 16)
placed = {row[7] for row in (line.split() for line in table.splitlines())
          if len(row) == 8 and row[3] == "FUNC" and begin <= int(row[1], 16) < begin + size}
gone = sorted(named - placed)
print(f"{len(named) - len(gone)} of {len(named)} named functions of the project's own stand together")
if len(named) < 100 or len(gone) > len(named) / 10:
    print("\n".join(gone[:20]))
    sys.exit("next: ./do order, and commit what it writes")
