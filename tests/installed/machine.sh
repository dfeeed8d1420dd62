#!/bin/bash
# machine.sh FOLDER PACKAGES NODE COMMAND…: a machine of its own for one installation, over this one's files, which it cannot
# change. Run in new mount and process namespaces; says "ready", then is COMMAND.
set -euo pipefail
command=("${@:4}")
checkout=$(dirname "$0")/../..
# Who started the tests may not have the administrator's programs on the path.
export PATH=$PATH:/usr/sbin:/sbin
mount -t tmpfs -o mode=755 tmpfs "$1"
cd "$1"
mkdir changes work machine
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" machine
cd machine
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs tmpfs run
# The program's sources and the Node that runs them. Their own paths may be missing: the overlay has none of the mounts
# below /, and /tmp is empty.
mkdir -p opt/checkout
for entry in electron shared resources node_modules; do
  mkdir "opt/checkout/$entry"
  mount --bind "$checkout/$entry" "opt/checkout/$entry"
done
cp "$checkout/package.json" opt/checkout
# Compiled code that all these machines share, of each account in a folder of its own.
mkdir -p opt/checkout/node_modules/.cache/guichet/machine-code
chmod 1777 opt/checkout/node_modules/.cache/guichet/machine-code
touch opt/node
mount --bind "$3" opt/node
mkdir tmp/packages
mount --bind "$2" tmp/packages
mkdir tmp/host
pivot_root . tmp/host
umount -l /tmp/host
rmdir /tmp/host
echo ready
exec "${command[@]}"
