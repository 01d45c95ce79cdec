import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { sweepWorkspace } from './publish-file.ts';

function temporaryWorkspace(t: TestContext): string {
  const workspace = join(temporaryHome(t), 'ws');
  fs.mkdirSync(workspace);
  return workspace;
}

/** Names and contents of one group. */
function filesOf(workspace: string, group = 'text'): Record<string, string> {
  const folder = join(workspace, group);
  if (!fs.existsSync(folder)) return {};
  return Object.fromEntries(fs.readdirSync(folder).map((name) => [name, fs.readFileSync(join(folder, name), 'utf8')]));
}

describe('a worker that is killed', () => {
  test('leaves complete files and temporary ones, which the next start removes', { timeout: 60_000 }, async (t) => {
    const workspace = temporaryWorkspace(t);
    const [one, other] = await Promise.all([killAgainAndAgain(t, workspace, 0), killAgainAndAgain(t, workspace, 1_000)]);
    await sweepWorkspace(workspace);
    const files = filesOf(workspace);
    for (const [name, content] of Object.entries(files)) assert.equal(content, contentOf(Number(content.slice(0, 8))), name);
    assert.equal(new Set(Object.values(files)).size, Object.keys(files).length, 'nothing is there twice');
    for (const path of [...one, ...other]) assert.ok(fs.existsSync(path));
    assert.ok(one.size >= 8 && other.size >= 8);
  });

  const contentOf = (id: number) => String(id).padStart(8, '0').repeat(5_000);

  const worker = `
    import { createHash } from 'node:crypto';
    const [, module, workspace, first] = process.argv;
    const { FilePublisher } = await import(module);
    const publisher = new FilePublisher();
    for (let id = Number(first); ; id++) {
      const content = Buffer.from(String(id).padStart(8, '0').repeat(5_000));
      const sha256 = createHash('sha256').update(content).digest('hex');
      const outcome = await publisher.publish({ workspace, group: 'text', name: { stem: 'a', extension: '.txt' }, content, bytes: content.length, sha256 });
      console.log(outcome.ok ? outcome.value.path : 'failed ' + outcome.reason);
    }`;

  /** Returns the paths that were confirmed. Each round begins with the capture that may exist without a confirmation. */
  async function killAgainAndAgain(t: TestContext, workspace: string, firstId: number): Promise<Set<string>> {
    const module = new URL('./publish-file.ts', import.meta.url).href;
    const answered = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const args = ['--input-type=module', '--eval', worker, module, workspace, String(firstId + answered.size)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      t.after(() => child.kill('SIGKILL'));
      const closed = once(child, 'close');
      let left = randomInt(1, 8);
      for await (const path of createInterface({ input: child.stdout })) {
        assert.ok(path.startsWith(workspace), path);
        answered.add(path);
        if (--left === 0) setTimeout(() => child.kill('SIGKILL'), randomInt(0, 4));
      }
      await closed;
    }
    return answered;
  }
});
