#!/bin/sh
# guichet [OPTIONS] opens the window; guichet COMMAND … does one thing without a window, on a machine without a screen too.
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
case "${1-}" in
  -h | --help | --version | [a-z]*)
    # No page is shown: there is nothing for the sandbox to hold, and a technician may be root.
    exec "$home/guichet" --ozone-platform=headless --disable-gpu --log-level=3 --no-sandbox --command "$@"
    ;;
esac
exec "$home/guichet" "$@"
