#!/bin/sh
# Makes /app of the image out of a clone: deploy/image/build.sh <clone> <target>. The same clone gives the same bytes, with the
# times of SOURCE_DATE_EPOCH.
set -eu
clone=$1
target=$2
: "${SOURCE_DATE_EPOCH:=0}"

cd "$clone"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -d node_modules ] || npm ci --no-audit --no-fund
npm run --silent package -- "$work"

mkdir -p "$target"
cd "$target"
printf '{"private":true}\n' >package.json
# A connection that stands still is given up after a minute, and tried again.
npm install --no-audit --no-fund --fetch-timeout=60000 "$work"/lodgewire-*.tgz
cp "$clone/deploy/image/is-ready.js" .

# Only people and compilers read these. Licences stay.
find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' -o -name '*.a' \) \
  -not -path 'node_modules/lodgewire/*' -not -iname 'licen[cs]e*' -not -iname 'notice*' -not -iname 'copying*' -delete
# Headers and an npm come with Node, and names of its functions that only a debugger reads.
rm -rf node_modules/node/node_modules
strip --strip-unneeded node_modules/node/bin/node
# Lists of what npm installed name the folder that the package came from.
rm -rf node_modules/.package-lock.json node_modules/.cache package.json package-lock.json
find . -depth -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
