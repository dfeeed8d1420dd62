#!/bin/sh
# guichet [OPTIONS] opens the window; guichet COMMAND … does one thing without a window, on a machine without a screen too.
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
case "${1-}" in
  -h | --help | --version | [a-z]*) exec "$home/node" "$home/out/main/cli.js" "$@" ;;
esac
exec "$home/node" "$home/out/main/browser-host.js" --setup "$@"
