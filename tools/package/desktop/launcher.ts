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

/** Where Node's compiled code belongs, in plain JavaScript: as `cache` in `src/platform/locations.ts` has it, which an old Node can't read. */
export const cacheRule = `(platform, env, home, path) => {
  if (platform === 'win32') return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'hub-desktop', 'compiled');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'hub-desktop');
  const caches = env.XDG_CACHE_HOME;
  return path.join(caches && path.isAbsolute(caches) ? caches : path.join(home, '.cache'), 'hub-desktop');
}`;

/** The command of the npm package: it runs on its user's Node, which may be too old for the sources, so it is plain JavaScript. */
export function npmLauncher(oldestNode: number): string {
  return `#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

if (Number.parseInt(process.versions.node, 10) < ${oldestNode}) {
  process.stderr.write(\`hub: Hub needs Node ${oldestNode} or newer; this is \${process.versions.node}\\n\`);
  process.exit(1);
}
// For this process, and for those that it starts.
const cacheFolder = ${cacheRule};
process.env.NODE_COMPILE_CACHE ||= cacheFolder(process.platform, process.env, homedir(), path);
enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
await import('./hub.js');
`;
}
