#!/usr/bin/env bash
# Prints an image's name with the current digest of its tag, which identifies the content permanently.
# Queries the registry; needs docker (with buildx), skopeo or crane.
#
#   packaging/image-digest.sh eclipse-temurin:17-jre      prints eclipse-temurin@sha256:…
set -euo pipefail
image=${1:?expected an image with its tag, for instance eclipse-temurin:17-jre}

if command -v docker >/dev/null && docker buildx version >/dev/null 2>&1; then
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
elif command -v skopeo >/dev/null; then
  # As in docker, a name without a registry host means the default registry; skopeo needs no other prefix.
  digest=$(skopeo inspect --no-tags --format '{{.Digest}}' "docker://$image")
elif command -v crane >/dev/null; then
  digest=$(crane digest "$image")
else
  echo "None of docker buildx, skopeo and crane is installed." >&2
  exit 1
fi
if ! [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then
  echo "The registry's response for $image is not a digest: $digest" >&2
  exit 1
fi
# Removes the tag, but not the host's port.
name=${image%@*}
[[ ${name##*/} != *:* ]] || name=${name%:*}
echo "$name@$digest"
