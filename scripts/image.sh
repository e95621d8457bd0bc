#!/bin/sh
# Builds the image "farhand" with whichever OCI builder is here. The format is
# Docker's, because OCI's has no HEALTHCHECK.
set -eu
cd "$(dirname "$0")/.."
if command -v docker >/dev/null; then
  exec docker build -t farhand .
elif command -v podman >/dev/null; then
  exec podman build --format docker -t farhand .
elif command -v buildah >/dev/null; then
  exec buildah build --format docker -t farhand .
fi
echo "make image needs docker, podman or buildah" >&2
exit 1
