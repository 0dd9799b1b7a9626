#!/usr/bin/env bash
# Fetches from OSV the advisories of every component in the service's bill of materials, for all versions,
# and writes advisories.json. Needs curl, jq, and a previous build: ./mvnw package -DskipTests -pl app -am
#
# OSV   the service to query; a mirror works too
set -euo pipefail
cd "$(dirname "$0")"
osv=${OSV:-https://api.osv.dev}
bom=../../app/target/classes/META-INF/sbom/application.cdx.json
[ -f "$bom" ] || { echo "$bom does not exist: build first." >&2; exit 1; }

names=$(jq '[.components[] | select(.group | startswith("dev.shopwire") | not) | .group + ":" + .name] | unique' "$bom")
answer=$(jq '{queries: map({package: {ecosystem: "Maven", name: .}})}' <<<"$names" |
  curl --fail --silent --show-error --retry 3 --data @- "$osv/v1/querybatch")
if jq --exit-status '[.results[].next_page_token // empty] | length > 0' <<<"$answer" >/dev/null; then
  echo "OSV has more advisories for a package than fit into one response; this script does not support paging." >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jq --raw-output '[.results[].vulns[]?.id] | unique[]' <<<"$answer" | while read -r id; do
  curl --fail --silent --show-error --retry 3 "$osv/v1/vulns/$id" >"$work/$id.json"
done
# Only what the check reads, one advisory per line: the file stays small and diffs are readable.
find "$work" -name '*.json' -print0 | sort --zero-terminated | xargs --null --no-run-if-empty cat |
  jq --slurp --raw-output --argjson names "$names" --arg asOf "$(date --utc +%F)" '
    {asOf: $asOf, source: "OSV", lookedUp: $names, advisories: [.[] | select(has("withdrawn") | not) |
      {id, aliases: (.aliases // []), summary: (.summary // ""), affected: [.affected[]? |
        select(.package.ecosystem == "Maven" and (.package.name | IN($names[]))) |
        {package: {ecosystem: .package.ecosystem, name: .package.name},
         ranges: [.ranges[]? | select(.type == "ECOSYSTEM") | {type, events}]}]} |
      select(.affected | length > 0)]} |
    "{\"asOf\":\(.asOf | tojson),\n\"source\":\(.source | tojson),\n\"lookedUp\":\(.lookedUp | tojson),\n\"advisories\":[\n" +
      (.advisories | map(tojson) | join(",\n")) + "\n]}"' >"$work/advisories"
mv "$work/advisories" advisories.json
jq --raw-output '"\(.advisories | length) advisories of \(.lookedUp | length) components, as of \(.asOf)"' advisories.json
