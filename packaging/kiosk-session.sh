#!/bin/sh
# What guichet-kiosk.service runs: the compositor with the program as its one client. Not the compositor alone, because
# cage 0.1.4 waits for ever where it finds no screen at its start (for the PAM session's helper, which is its child
# then), leaves at SIGTERM before the program has closed its ledger, and stays with a dead program's window.
set -u
program=$XDG_RUNTIME_DIR/guichet-kiosk.pid
rm -f "$program"
stop() { kill -TERM "$(cat "$program")" || kill -TERM "$cage"; }
# A stop may come before there is anything to stop.
stopped=
trap 'stopped=yes' TERM
# Without -s: no key changes to another terminal.
cage -d -- sh -c 'guichet --kiosk & echo $! >"$0"; wait $! || kill -TERM $PPID' "$program" &
cage=$!
trap stop TERM
[ -z "$stopped" ] || stop
status=0
# A signal ends the waiting too.
while kill -0 "$cage" 2>/dev/null; do
  wait "$cage"
  status=$?
done
# It may have ended between the signal and the look: then its own status is still to be had, else there is no such child.
wait "$cage" 2>/dev/null
last=$?
[ "$last" -eq 127 ] || status=$last
exit "$status"
