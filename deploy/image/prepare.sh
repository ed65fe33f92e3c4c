#!/bin/sh
# Prepares a Debian root for the image: certificates, a library of Node, time zones, a user without rights, and the folder of the data.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ca-certificates libatomic1 tzdata >/dev/null
rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/apt /var/log/dpkg.log /var/cache/ldconfig/aux-cache
groupadd --gid 10001 lodgewire
useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin lodgewire
install -d -o lodgewire -g lodgewire -m 0700 /data
