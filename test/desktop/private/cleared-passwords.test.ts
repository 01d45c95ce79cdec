/** Real command lines of password managers, which can't mark what they copy as secret: once they have cleared it, it is nowhere any more. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { canariesBelow } from '../../harness/canaries.ts';
import { type HubDesk, startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import type { TestHub } from '../../harness/hub.ts';
import type { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

describe('a password that a command line copies and clears', { skip: withoutXvfb() || missingPrograms('xclip') }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;

  before(async () => {
    desk = await startHubDesk({});
    ({ hub, owner } = desk);
    // Single words become files as well.
    assert.equal((await hub.command(['config', 'set', 'hub', 'save.policy', 'all'])).status, 0);
    await owner.own({ UTF8_STRING: { content: { text: 'what was there before it' } } });
    await hub.fragment(({ state }) => state === 'saved');
    // Its folders are watched from then on.
    assert.equal((await hub.command(['index', 'refresh'])).status, 0);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  /** Runs a program to its end, on the display of this Hub and with a home of its own. */
  function run(
    command: string,
    words: readonly string[],
    { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<number | null> {
    return new Promise((resolve) => {
      const child = spawn(command, words, {
        env: { ...process.env, HOME: hub.root, DISPLAY: desk.display.name, ...env },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.once('close', resolve);
      child.stdin.end(input);
    });
  }

  let erased = 0;

  async function assertErased(password: string): Promise<void> {
    erased += 1;
    await until(
      'the fact',
      async () => (await hub.fragments()).filter(({ reason }) => reason === 'secret_cleared_password').length === erased,
    );
    await until('the end of its file', () => canariesBelow(hub.workspace, [password]).length === 0);
    const digest = createHash('sha256').update(password).digest('hex');
    await until('the end of its traces', () => canariesBelow(path.dirname(hub.places.journal), [password, digest]).length === 0);
    assert.deepEqual(canariesBelow(hub.places.logs, [password, digest]), []);
  }

  it('is erased from the history, the search and the WorkSpace, as pass does it', { skip: missingPrograms('pass', 'gpg') }, async () => {
    const password = 'kT9vQ2mX7pLzR4wB8sN1';
    // Short, for the socket of its agent.
    const folder = mkdtempSync(path.join(os.tmpdir(), 'gpg-'));
    const env = { GNUPGHOME: folder, PASSWORD_STORE_DIR: path.join(hub.root, 'store'), PASSWORD_STORE_CLIP_TIME: '3' };
    const made = await run('gpg', ['--batch', '--passphrase', '', '--quick-gen-key', 'hub@example.org', 'default', 'default', 'never'], {
      env,
    });
    assert.equal(made, 0);
    assert.equal(await run('pass', ['init', 'hub@example.org'], { env }), 0);
    assert.equal(await run('pass', ['insert', '-m', 'entry'], { env, input: `${password}\n` }), 0);
    const shown = run('pass', ['-c', 'entry'], { env });
    const { savedPath } = await hub.fragment(({ text, state }) => text === password && state === 'saved');
    assert.ok(existsSync(savedPath ?? ''));
    await shown;
    await assertErased(password);
    await hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === 'what was there before it');
    await run('gpgconf', ['--kill', 'all'], { env });
    rmSync(folder, { recursive: true, force: true });
  });

  it('so it is as keepassxc-cli does it', { skip: missingPrograms('keepassxc-cli') }, async () => {
    const password = 'Gen3rated-PW_77xyz';
    const database = path.join(hub.root, 'passwords.kdbx');
    const env = { QT_QPA_PLATFORM: 'offscreen' };
    assert.equal(await run('keepassxc-cli', ['db-create', '-p', database], { env, input: 'opens it\nopens it\n' }), 0);
    assert.equal(await run('keepassxc-cli', ['add', '-p', database, 'entry'], { env, input: `opens it\n${password}\n` }), 0);
    const clipped = run('keepassxc-cli', ['clip', database, 'entry', '10'], { env, input: 'opens it\n' });
    await hub.fragment(({ text, state }) => text === password && state === 'saved');
    // The index keeps each word by itself, in small letters.
    const words = ['gen3rated', '77xyz'];
    const kept = () =>
      ['', '-wal'].filter((suffix) => {
        const file = `${hub.places.index}${suffix}`;
        return existsSync(file) && words.some((word) => readFileSync(file).includes(word));
      });
    await until('its words in the index', () => kept().length > 0);
    assert.equal(await clipped, 0);
    await assertErased(password);
    await until('the end of its words', () => kept().length === 0);
  });

  it('an ordinary word of a program that ends stays', async () => {
    writeFileSync(path.join(hub.root, 'word'), 'Zr8vT5wLx1Qk');
    assert.equal(await run('xclip', ['-selection', 'clipboard', '-loops', '0', path.join(hub.root, 'word')]), 0);
    await hub.fragment(({ text }) => text === 'Zr8vT5wLx1Qk');
    await owner.own({ UTF8_STRING: { content: { text: 'and something else' } } });
    await hub.fragment(({ text }) => text === 'and something else');
    assert.ok((await hub.fragments()).some(({ text }) => text === 'Zr8vT5wLx1Qk'));
  });
});
