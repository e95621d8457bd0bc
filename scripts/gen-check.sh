#!/bin/sh
# Runs the generators and fails when that changes, adds or removes a file that
# is not ignored: then a source was edited without `make gen`. The comparison
# is with the work tree as it was, so that changes in progress do not matter.
set -eu
index=$(mktemp)
trap 'rm -f "$index"' EXIT

# snapshot prints the id of a tree that holds the whole work tree.
snapshot() {
  cp "$(git rev-parse --git-path index)" "$index"
  GIT_INDEX_FILE=$index git add --all
  GIT_INDEX_FILE=$index git write-tree
}

before=$(snapshot)
make --no-print-directory gen
after=$(snapshot)
git diff --exit-code --stat "$before" "$after" || {
  echo "generated files were stale: run make gen and commit what it writes" >&2
  exit 1
}
