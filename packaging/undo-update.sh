#!/bin/sh
# undo-update [CACHE]: what stands between a machine whose power went while it was updated, and its kiosk. Puts back the
# version that an update began with (docs/installing.md, "Updates"), and configures what dpkg left unconfigured. It asks
# nothing of the program, of which any file may be of the other version.
set -u
export DEBIAN_FRONTEND=noninteractive
record=${1:-/var/cache/guichet}/under-way
told() { sed -n "s/^$1 //p" "$record"; }
as_owner() { runuser -u guichet -- guichet ledger "$@" --data "$(told data)"; }

if [ ! -e "$record" ]; then
  [ -z "$(dpkg --audit)" ] || dpkg --configure -a
  exit
fi
# Nothing was cut: the update is still at work.
[ "$(told boot)" = "$(cat /proc/sys/kernel/random/boot_id)" ] && [ -d "/proc/$(told pid)" ] && exit 0

dpkg --install "$(told before)" || dpkg --install "$(told next)" || exit 1
# Triggers of other packages were cut too.
dpkg --configure -a
copy=$(told copy)
# The newer program may have left a ledger that this one cannot read; nobody was served on it.
if [ -n "$copy" ]; then
  as_owner verify
  # 3: it agrees with itself; who vouches for it is not asked here.
  case $? in 0 | 3) ;; *) as_owner restore "$copy" || exit 1 ;; esac
fi
sync
rm "$record"
echo "guichet: an update was cut short, and is undone"
systemctl --no-block start guichet-kiosk.service
