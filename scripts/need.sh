#!/bin/sh
# usage: need.sh go|node|cc|git ...
# Says in one line what is missing or too old, and exits 1.

missing() {
  echo "Farhand needs $1" >&2
  exit 1
}

for tool in "$@"; do
  case $tool in
    go) command -v go >/dev/null || missing "Go 1.26 or newer: https://go.dev/dl/" ;;
    node)
      command -v node >/dev/null && command -v npm >/dev/null ||
        missing "Node.js 20 or newer with npm: https://nodejs.org/"
      node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' ||
        missing "Node.js 20 or newer; this is $(node --version)"
      ;;
    cc)
      cc=$(go env CC)
      command -v "${cc%% *}" >/dev/null ||
        missing "a C compiler for the race detector, for example: apt-get install gcc libc6-dev"
      ;;
    git) command -v git >/dev/null || missing "git for the tests, for example: apt-get install git" ;;
    *) missing "nothing called $tool; this is a fault in the Makefile" ;;
  esac
done
