#!/bin/sh
# rollback-update [CACHE]: what stands between a machine whose power went while it was updated, and its kiosk. Puts back the
# version that an update began with (docs/operating/updates.md), and configures what dpkg left unconfigured. It asks
# nothing of the program, of which any file may be of the other version.
set -u
cd /
export DEBIAN_FRONTEND=noninteractive
cache=${1:-/var/cache/guichet}
record=$cache/under-way
told() { sed -n "s/^$1 //p" "$record"; }
# Nobody but root can have written it: find follows no link here.
is_ours() { [ -n "$(find "$1" -maxdepth 0 -type "$2" -uid 0 ! -perm /022)" ]; }
# The ledger is its own account's business: with nothing of root's environment, terminal and rights.
as_account() {
  setsid --wait setpriv --reuid=guichet --regid=guichet --init-groups --reset-env --no-new-privs \
    /usr/bin/guichet ledger "$@" --data "$(told data)" </dev/null
}

if [ ! -e "$record" ] && [ ! -L "$record" ]; then
  [ -z "$(dpkg --audit)" ] || dpkg --configure -a
  exit
fi
if ! is_ours "$cache" d || ! is_ours "$record" f; then
  echo "guichet: $record: accounts other than root can write there, or it is a link: nothing was undone by it." \
    "Remove it, and give $cache back to root (chown root:root, chmod 755)" >&2
  exit 1
fi
# Nothing was cut: the update is still at work.
[ "$(told boot)" = "$(cat /proc/sys/kernel/random/boot_id)" ] && [ -d "/proc/$(told pid)" ] && exit 0

dpkg --install "$(told before)" || dpkg --install "$(told next)" || exit 1
# Triggers of other packages were cut too.
dpkg --configure -a
copy=$(told copy)
# The newer program may have left a ledger that this one cannot read; nobody was served on it.
if [ -n "$copy" ]; then
  as_account verify
  # 3: it agrees with itself; who vouches for it is not asked here.
  case $? in 0 | 3) ;; *) as_account restore "$copy" || exit 1 ;; esac
fi
sync
rm "$record"
echo "guichet: an update was cut short, and is undone"
systemctl --no-block start guichet-kiosk.service
