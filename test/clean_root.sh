#!/usr/bin/env bash
# README's commands in a Debian 12 that has nothing installed: clean_root.sh FOLDER. Needs root, debootstrap and the
# network; ends with 77 where those are missing. The packages come from where this machine gets its own.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
[ "$(id -u)" -eq 0 ] || { echo "needs root"; exit 77; }
command -v debootstrap >/dev/null || { echo "needs debootstrap (apt-get install debootstrap)"; exit 77; }
fresh="${1:?a folder for the fresh root}/root"

mounted=()
cleanup() {
  local mount
  for mount in "${mounted[@]}"; do umount -l "$mount" || true; done
  rm -rf --one-file-system "$fresh"
}
trap cleanup EXIT
rm -rf --one-file-system "$fresh"
mkdir -p "$fresh"

mirror="$(apt-cache policy base-files | grep -om 1 'https\?://[^ ]*' || true)"
debootstrap --variant=minbase --include=ca-certificates bookworm "$fresh" ${mirror:+"$mirror"}
rm -f "$fresh/etc/apt/sources.list"
for setting in /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/trusted.gpg /etc/apt/trusted.gpg.d \
  /etc/apt/keyrings /etc/apt/apt.conf.d /usr/share/keyrings /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt; do
  [ -e "$setting" ] || continue
  mkdir -p "$fresh$(dirname "$setting")"
  cp -rLT --remove-destination "$setting" "$fresh$setting"
done
for special in proc dev; do
  mount --rbind "/$special" "$fresh/$special"
  mounted+=("$fresh/$special")
done
git clone -q "$root" "$fresh/sectorscope"

# The two commands that README.md gives for a fresh clone.
for words in "audit docs/examples" "test"; do
  grep -qF "./build.sh $words" "$root/README.md" || { echo "README.md no longer says: ./build.sh $words"; exit 1; }
  echo "== ./build.sh $words"
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 SECTORSCOPE_JOBS="${SECTORSCOPE_JOBS:-$(nproc)}" \
    chroot "$fresh" bash -c "cd /sectorscope && ./build.sh $words" | tee "$fresh/last.log"
done
echo "audit and test ran; $(tail -n 1 "$fresh/last.log")"
