/** For tests: a file that the system does not give. */
import fs, { statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';

/** The file that has this name now, or this number, can't be read under it: another one in its place can. Returns what ends that. */
export function closeFile(t: TestContext, name: string, code = 'EIO', ino = statSync(name).ino): () => void {
  const { statSync: status } = fs;
  let isOther = false;
  const mock = t.mock.method(fs, 'statSync', (...given: Parameters<typeof status>) => {
    const found = status(...given);
    if (given[0] !== name) return found;
    isOther ||= found !== undefined && found.ino !== ino; // another file may get its number later
    if (found !== undefined && !isOther) throw Object.assign(new Error('not given'), { code });
    return found;
  });
  syncBuiltinESMExports();
  const end = (): void => {
    mock.mock.restore();
    syncBuiltinESMExports();
  };
  t.after(end);
  return end;
}
