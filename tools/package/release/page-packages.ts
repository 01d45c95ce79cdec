/**
 * Which npm packages have code in the built page and in the page of the logs: what npm installs for them also builds them (Vite and what it needs), and
 * types are no code. Only the bundler knows, so both are built once more, in memory.
 */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';

/** Relative to the checkout. */
const configs = ['src/processes/shell/page/vite.config.ts', 'src/logs/viewer/vite.config.ts'] as const;

/** Their folders, such as `node_modules/react`, in order. `root` is a checkout whose packages are installed. */
export async function pagePackages(root: string): Promise<readonly string[]> {
  const found = new Set<string>();
  // The bundler names files by their real paths.
  const top = path.dirname(realpathSync(path.join(root, 'node_modules')));
  const plugins = (): Plugin[] => [listing((file) => addPackage(found, path.relative(top, file)))];
  for (const config of configs) {
    const configFile = path.join(root, config);
    await build({ configFile, logLevel: 'error', build: { write: false }, plugins: plugins(), worker: { plugins } });
  }
  return [...found].sort();
}

/** Tells each file of which code is left in what is built; also those of workers, which are built on their own. */
function listing(tell: (file: string) => void): Plugin {
  return {
    name: 'hub:listing',
    generateBundle: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(file.modules)) if (renderedLength > 0) tell(id);
      }
    },
  };
}

function addPackage(found: Set<string>, file: string): void {
  const inside = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.split(path.sep).join('/'));
  if (inside !== null) found.add(inside[0]);
}
