# SPDX-License-Identifier: Apache-2.0
# The same model, dataset and caro as of the page about pairs.
. "$root/tests/docs/files/evaluate/prepare.sh"
