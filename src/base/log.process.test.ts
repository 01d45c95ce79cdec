import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';

describe('a log line', () => {
  test('is in the file when the process is killed right after', async (t) => {
    const file = path.join(temporaryHome(t), 'a.log');
    const program = `
      import { openLog } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))};
      const log = openLog({ component: 'clipboard', files: [${JSON.stringify(file)}], level: 'INFO' });
      for (let n = 1; n <= 100; n++) log.error('the last words', { n });
      process.kill(process.pid, 'SIGKILL');`;
    await once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }), 'exit');
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    assert.equal(JSON.parse(lines[99] ?? '').n, 100);
    assert.equal(lines[100], '');
  });

  test('of ERROR or CRITICAL is in the file when the process is killed right after, also where lines are written later', async (t) => {
    const files = ['own.log', 'hub.log'].map((name) => path.join(temporaryHome(t), name));
    const program = `
      import { openLog } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))};
      const log = openLog({ component: 'supervisor', files: ${JSON.stringify(files)}, level: 'INFO', written: 'later' });
      for (let n = 1; n <= 20; n++) {
        log.info('on the way');
        log.error('the last words', { n });
        log.critical('the very last ones', { n });
      }
      process.kill(process.pid, 'SIGKILL');`;
    await once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }), 'exit');
    for (const file of files) {
      const lines = fs
        .readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      for (const level of ['ERROR', 'CRITICAL'])
        assert.deepEqual(
          lines.filter((line) => line.level === level).map(({ n }) => n),
          Array.from({ length: 20 }, (_, n) => n + 1),
        );
    }
  });

  test('of many processes into one file stays whole', async (t) => {
    const file = path.join(temporaryHome(t), 'hub.log');
    const program = `
      import { openLog } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))};
      const log = openLog({ component: 'clipboard', files: [${JSON.stringify(file)}], level: 'INFO' });
      for (let n = 1; n <= 300; n++) log.info('together', { n });`;
    const children = [1, 2, 3].map(() => spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }));
    await Promise.all(children.map((child) => once(child, 'exit')));
    const lines = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
    assert.equal(lines.length, 900);
    for (const line of lines) assert.equal(JSON.parse(line).event, 'together');
  });
});
