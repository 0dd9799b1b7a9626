#!/usr/bin/env bash
# Prints an image's name with the digest that its tag has now, by which it is the same bytes ever after.
# Asks the registry; needs docker (with buildx), skopeo or crane.
#
#   packaging/image-digest.sh eclipse-temurin:17-jre      prints eclipse-temurin@sha256:…
set -euo pipefail
image=${1:?expected an image with its tag, for instance eclipse-temurin:17-jre}

if command -v docker >/dev/null && docker buildx version >/dev/null 2>&1; then
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
elif command -v skopeo >/dev/null; then
  # A name without a registry's host means the same to docker; skopeo wants nothing else.
  digest=$(skopeo inspect --no-tags --format '{{.Digest}}' "docker://$image")
elif command -v crane >/dev/null; then
  digest=$(crane digest "$image")
else
  echo "None of docker buildx, skopeo and crane is here to ask the registry with." >&2
  exit 1
fi
if ! [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then
  echo "The registry's answer for $image is no digest: $digest" >&2
  exit 1
fi
# The tag goes, the host's port stays.
name=${image%@*}
[[ ${name##*/} != *:* ]] || name=${name%:*}
echo "$name@$digest"
