/** The command of an installed Hub, as a shell script beside the program. What is on the path is a link to it. */
export const launcherScript = `#!/bin/sh
# The command hub. Node's compiled code belongs into the cache of its user, who may delete it at any time.
here=$(dirname "$(readlink -f "$0")")
case "\${XDG_CACHE_HOME-}" in
/*) cache=$XDG_CACHE_HOME ;;
*) cache=\${HOME:-/nonexistent}/.cache ;;
esac
NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$cache/hub-desktop}"
export NODE_COMPILE_CACHE
# A small young generation: Hub holds little, and lives long.
exec "$here/node" --max-semi-space-size=1 --no-memory-reducer "$here/bin/hub.js" "$@"
`;
