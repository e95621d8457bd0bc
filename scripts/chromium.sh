#!/bin/sh
# Prints the path of a Chromium for the end-to-end tests: $CHROMIUM, else an
# installed one, else Debian's package, installed here when that is possible.
set -eu

find_chromium() {
  for name in ${CHROMIUM:-chromium chromium-browser google-chrome google-chrome-stable}; do
    command -v "$name" && return
  done
  return 1
}

find_chromium && exit
if [ -z "${CHROMIUM:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  {
    apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core
  } >&2 && find_chromium && exit
fi
echo "The end-to-end tests need Chromium or Chrome: install it, or set CHROMIUM to its path" >&2
exit 1
