#!/usr/bin/env bash
# Creates a base image where no registry can be reached: Debian with a JRE, as a docker-archive, which
# jib accepts as tar:///absolute/path. Needs root, mmdebstrap and Debian's package sources; takes some
# minutes and 300 MB.
#
#   packaging/base-image.sh [FILE]      default: target/base-image.tar
#
# SUITE    Debian's release; bookworm is the newest one that has a JRE 17
# JRE      its package of the Java runtime
# MIRROR   the package source, as accepted by mmdebstrap; a date of Debian's snapshot archive pins every
#          version. Default: the mirrors of SUITE that this system's apt is configured with, including updates
#          and security updates, and only from the origin Debian. Run apt-get update first
# KEYRING  the keys that sign those packages
set -euo pipefail
cd "$(dirname "$0")/.."
file=$(realpath -m "${1:-target/base-image.tar}")
suite=${SUITE:-bookworm}
keyring=${KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}
# The same packages produce identical bytes.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-1}

mirrors=()
if [ -n "${MIRROR:-}" ]; then
  mirrors=("$MIRROR")
else
  # apt itself reads its source files, whatever their format.
  while read -r uri release component; do
    case $release in
    "$suite" | "$suite"-updates | "$suite"-security)
      mirrors+=("deb [signed-by=\"$keyring\"] $uri $release $component")
      ;;
    esac
  done < <(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' 'Origin: Debian' | sort -u)
  if [ ${#mirrors[@]} = 0 ]; then
    echo "apt on this system has no package source of Debian's $suite: run apt-get update, or set SUITE or MIRROR." >&2
    exit 1
  fi
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mmdebstrap --quiet --variant=minbase --mode=root \
  --include="${JRE:-openjdk-17-jre-headless},ca-certificates,tzdata" \
  --aptopt='APT::Install-Recommends "false"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/* "$1"/var/log/*' \
  "$suite" "$work/layer.tar" "${mirrors[@]}"

layer=$(sha256sum "$work/layer.tar" | cut -d' ' -f1)
cat >"$work/config.json" <<JSON
{"architecture":"$(dpkg --print-architecture)","os":"linux","created":"$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)",
 "config":{"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin","LANG=C.UTF-8"]},
 "rootfs":{"type":"layers","diff_ids":["sha256:$layer"]}}
JSON
echo "[{\"Config\":\"config.json\",\"RepoTags\":[\"shopwire-base:$suite\"],\"Layers\":[\"layer.tar\"]}]" \
  >"$work/manifest.json"
mkdir -p "$(dirname "$file")"
tar --sort=name --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" -C "$work" \
  -cf "$file" manifest.json config.json layer.tar
echo "$file"
