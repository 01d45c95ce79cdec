/** A private temporary folder for a test. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The folder is removed when this ends: a test's context, `node:test` itself for a whole file, or a rig that is disposed of. */
export interface CleanupScope {
  after(remove: () => void | Promise<void>): void;
}

/**
 * Creates the folder, at a path without symbolic links. It is removed at the end, also after a failure. `stop` is called and awaited before that, to end
 * programs that still write into the folder: Node runs `after` hooks in the order in which they were added.
 */
export function temporaryHome(test: CleanupScope, stop?: () => unknown): string {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'hub-test-')));
  test.after(async () => {
    try {
      await stop?.();
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  return home;
}
