/** The main path: a copy in a real program becomes a file in the WorkSpace, with the name and in the place that the contract specifies. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import type { TestHub } from '../harness/hub.ts';
import { ClipboardOwner } from '../harness/owners/clipboard-owner.ts';

describe('a copy on the desktop', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;

  before(async () => {
    desk = await startHubDesk();
    ({ hub, owner } = desk);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  const bytesOf = (file: string): Buffer => readFileSync(path.join(hub.workspace, file));

  it('is saved under its embedded file name, byte for byte', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the copied text is TypeScript
    const text = '// src/greeting.ts\nexport function greet(name: string): string {\n  return `Hello, ${name}`;\n}\n';
    await owner.own({ UTF8_STRING: { content: { text } } });
    const fragment = await hub.fragment((candidate) => candidate.text === text && candidate.state === 'saved');
    assert.equal(fragment.savedPath, path.join(hub.workspace, 'code', 'greeting.ts'));
    assert.deepEqual(bytesOf('code/greeting.ts'), Buffer.from(text));
    assert.equal(fragment.detection?.typeId, 'typescript');
    assert.equal(fragment.embeddedFilename, 'greeting.ts');
  });

  it('of JSON without a name is saved under its first line, with the extension of its type', async () => {
    const text = '{"planet": "Venus", "moons": 0}';
    await owner.own({ UTF8_STRING: { content: { text } } });
    const fragment = await hub.fragment((candidate) => candidate.text === text && candidate.state === 'saved');
    assert.equal(fragment.detection?.typeId, 'json');
    assert.match(fragment.savedPath ?? '', /\/code\/[^/]*venus[^/]*\.json$/);
  });

  it('of a picture is saved as a picture', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    await owner.own({ 'image/png': { content: { base64: png.toString('base64') } } });
    const fragment = await hub.fragment((candidate) => candidate.kind === 'image' && candidate.state === 'saved');
    assert.equal(fragment.savedPath, path.join(hub.workspace, 'image', 'clip.png'));
    assert.deepEqual([fragment.width, fragment.height], [1, 1]);
    assert.deepEqual(bytesOf('image/clip.png'), png);
  });

  it('of cells, with text, HTML and a picture, is one fragment with all of these', async () => {
    const text = 'name\tprice\nthe cells of a table\t3\n';
    await owner.own({
      UTF8_STRING: { content: { text } },
      'text/html': { content: { text: `<table><tr><td>${text}</table>` } },
      'image/png': { content: { base64: Buffer.from('\x89PNG\r\n\x1a\n not really, but whole', 'latin1').toString('base64') } },
    });
    const { clipboardFragments } = await hub.source((candidate) => candidate.clipboardFragments.some((fragment) => fragment.text === text));
    assert.deepEqual(
      clipboardFragments.map((fragment) => [fragment.kind, fragment.mediaTypes]),
      [['text', ['text/plain', 'text/html', 'image/png']]],
    );
    assert.equal((await hub.command(['copy', clipboardFragments[0]?.id ?? ''])).status, 0);
    const targets = (await pastedText(desk.display.name, 'TARGETS')).split('\n');
    assert.deepEqual([targets.includes('text/html'), targets.includes('image/png')], [true, true]);
    assert.equal(await pastedText(desk.display.name), text);
  });

  it('of files is kept as a list, and the files stay where they are', async () => {
    await owner.own({ 'text/uri-list': { content: { text: 'file:///etc/hostname\r\nfile:///tmp/a%20b.txt\r\n' } } });
    const fragment = await hub.fragment((candidate) => candidate.kind === 'files' && candidate.state === 'kept');
    assert.deepEqual(fragment.files, ['/etc/hostname', '/tmp/a b.txt']);
    assert.equal(fragment.reason, 'file_list');
  });

  it('of 64 MiB of text arrives whole', async () => {
    await owner.own({ UTF8_STRING: { content: { text: 'sixty-four mebibytes of text\n', fillBytes: 64 * 1024 * 1024 }, manner: 'incr' } });
    const fragment = await hub.fragment((candidate) => candidate.bytes === 64 * 1024 * 1024 && candidate.state === 'saved');
    const saved = readFileSync(fragment.savedPath ?? '');
    assert.equal(saved.length, 64 * 1024 * 1024);
    assert.equal(createHash('sha256').update(saved).digest('hex'), fragment.sha256);
  });

  it('is not delayed by an owner that never answers', async () => {
    await using second = await ClipboardOwner.start(desk.display.name);
    await owner.own({ UTF8_STRING: { content: { text: 'never given' }, manner: 'silent' } });
    const text = 'copied right after the silent one';
    const log = path.join(hub.places.logs, 'clipboard.log');
    const before = readFileSync(log).length;
    await second.own({ UTF8_STRING: { content: { text } } });
    await hub.fragment((candidate) => candidate.text === text && candidate.state === 'saved');
    const [untilCopied] = readFileSync(log).subarray(before).toString().split('"event":"copied"');
    assert.doesNotMatch(untilCopied ?? '', /owner-silent/, 'it waited for the silent owner');
  });

  it('that repeats the last one is not kept or saved twice', async () => {
    const text = 'copied twice in a row, by the same program';
    await owner.own({ UTF8_STRING: { content: { text } } });
    await hub.fragment((candidate) => candidate.text === text && candidate.state === 'saved');
    await owner.own({ UTF8_STRING: { content: { text } } });
    await hub.health(({ copies }) => copies.repeated === 1);
    assert.equal((await hub.fragments()).filter((fragment) => fragment.text === text).length, 1);
  });

  it('that was saved before is not written again', async () => {
    const text = 'saved once, copied again after something else';
    const other = 'something else, that is long enough to be saved';
    await owner.own({ UTF8_STRING: { content: { text } } });
    const first = await hub.fragment((candidate) => candidate.text === text && candidate.state === 'saved');
    await owner.own({ UTF8_STRING: { content: { text: other } } });
    await hub.fragment((candidate) => candidate.text === other && candidate.state === 'saved');
    await owner.own({ UTF8_STRING: { content: { text } } });
    const second = await hub.fragment((candidate) => candidate.text === text && candidate.state === 'saved' && candidate.id !== first.id);
    assert.equal(second.savedPath, first.savedPath);
    assert.equal(hub.savedFiles().filter((file) => file.includes('saved-once')).length, 1);
  });

  it('can be put back on the clipboard', async () => {
    const text = 'taken out of the history and pasted again';
    await owner.own({ UTF8_STRING: { content: { text } } });
    const fragment = await hub.fragment((candidate) => candidate.text === text);
    await owner.own({ UTF8_STRING: { content: { text: 'meanwhile something else is copied' } } });
    await hub.source((snapshot) => snapshot.clipboardFragments[0]?.text?.startsWith('meanwhile') ?? false);
    assert.equal((await hub.command(['copy', fragment.id])).status, 0);
    assert.equal(await pastedText(desk.display.name), text);
  });

  it('is sent at once to event clients', async () => {
    const text = 'pushed to everyone who listens';
    await using events = await hub.events();
    await owner.own({ UTF8_STRING: { content: { text } } });
    const told = await events.find(({ event, data }) => event === 'source' && JSON.stringify(data).includes(text));
    assert.equal(told.event, 'source');
  });

  it('has its source in the snapshot', async () => {
    await owner.showWindow({ title: 'Notes, page 4', className: 'NotePad' });
    const text = 'with a window behind it, and a title on that';
    await owner.own({ UTF8_STRING: { content: { text } } });
    const snapshot = await hub.source((candidate) => candidate.clipboardFragments[0]?.text === text);
    assert.equal(snapshot.sourceType, 'local');
    assert.equal(snapshot.appIdentity.pid, owner.pid);
    assert.equal(snapshot.appIdentity.windowTitle, 'Notes, page 4');
    assert.equal(snapshot.appIdentity.name, 'NotePad');
    assert.equal(snapshot.lblSourceName, 'NotePad');
  });
});

/** What a program gets that pastes now. */
async function pastedText(display: string, target = 'UTF8_STRING'): Promise<string> {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  const { stdout } = await promisify(execFile)('xclip', ['-selection', 'clipboard', '-o', '-t', target], {
    env: { ...process.env, DISPLAY: display },
    timeout: 5_000,
  });
  return stdout;
}
