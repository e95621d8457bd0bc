#!/usr/bin/env bash
# Builds the Dockerfile on stand-in base images and runs what comes out.
#
# The stand-ins are empty images; the machine's own /usr, with its Go and its
# Node, is mounted into them while the build runs. So the check needs no
# registry of images, only root on a Debian with merged /usr. Package registries
# are reached as on this machine: its client configuration is mounted as well.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$(id -u)" = 0 ] || { echo "make image-check needs root" >&2; exit 1; }
scripts/need.sh go node
if ! command -v buildah >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah
fi

work=$(mktemp -d)
pid=
cleanup() {
  if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; fi
  b rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap cleanup EXIT

# b is buildah with images and containers in a place of their own.
b() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
check() { # check WHAT WANT GOT
  [ "$2" = "$3" ] || { echo "$1 is '$3', want '$2'" >&2; exit 1; }
  echo "ok: $1 is $3"
}

# The stand-in: the links of a merged /usr, certificates, the environment.
stand_in=$(b from scratch)
root=$(b mount "$stand_in")
mkdir -p "$root"/{usr,etc/ssl/certs,tmp,root,proc,sys,dev}
for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
cp /etc/passwd /etc/group "$root/etc/"
b config --env "PATH=$(dirname "$(command -v go)"):$(dirname "$(command -v node)"):/usr/bin:/bin" --env HOME=/root "$stand_in"
for name in SSL_CERT_FILE NODE_EXTRA_CA_CERTS HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy; do
  if [ -n "${!name:-}" ]; then b config --env "$name=${!name}" "$stand_in"; fi
done
b umount "$stand_in" >/dev/null
b commit --quiet "$stand_in" localhost/stand-in >/dev/null

mounts=(--volume /usr:/usr:ro --volume /etc/alternatives:/etc/alternatives:ro)
for file in "$HOME/.npmrc" "$(go env GOENV)"; do
  if [ -f "$file" ]; then mounts+=(--volume "$file:/root/${file#"$HOME/"}:ro"); fi
done
b build --isolation chroot --format docker --pull-never "${mounts[@]}" \
  --build-arg NODE_IMAGE=localhost/stand-in --build-arg GO_IMAGE=localhost/stand-in \
  --tag localhost/farhand .

# What the image says of itself.
field() { b inspect --type image --format "{{$1}}" localhost/farhand; }
check "the user" 65532:65532 "$(field .Docker.Config.User)"
check "the entry point" "[/server]" "$(field .Docker.Config.Entrypoint)"
check "the health check" "[CMD /server -health]" "$(field .Docker.Config.Healthcheck.Test)"
check "the address" FARHAND_ADDR=0.0.0.0:8080 "$(field .Docker.Config.Env | grep -o 'FARHAND_ADDR=[^] ]*')"

# The container: its root mounted read-only, its user, nothing else inside.
container=$(b from localhost/farhand)
root=$(b mount "$container")
mkdir "$work/root"
port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
cat >"$work/enter" <<'ENTER'
mount --bind "$1" "$2" && mount -o remount,bind,ro "$2" || exit 125
if touch "$2/written" 2>/dev/null; then echo "the root is writable" >&2; exit 125; fi
shift
root=$1; shift
exec chroot --userspec 65532:65532 "$root" "$@"
ENTER
status() { node -e 'fetch(process.argv[1]).then((r) => console.log(r.status))' "http://127.0.0.1:$port$1"; }
inside() { exec env -i FARHAND_ADDR="127.0.0.1:$port" unshare --mount sh "$work/enter" "$root" "$work/root" "$@"; }

(inside /server) >"$work/log" 2>&1 &
pid=$!
for _ in $(seq 100); do
  if (inside /server -health) >/dev/null 2>&1; then break; fi
  kill -0 "$pid" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.1
done
check "the health check's exit code" 0 "$( (inside /server -health) >/dev/null 2>&1; echo $?)"
check "the status of /healthz" 200 "$(status /healthz)"
check "the status of the page" 200 "$(status /)"
check "the status of its script" 200 "$(status /app.js)"
check "the process's user" 65532 "$(awk '/^Uid:/ { print $3 }' "/proc/$pid/status")"
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
pid=
check "the exit code after SIGTERM" 0 "$code"
check "the health check's exit code without a server" 1 "$( (inside /server -health) >/dev/null 2>&1; echo $?)"
