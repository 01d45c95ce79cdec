/** The verb extract-clipboard-text on a real Hub, display and message bus: the text takes the place of what was copied, the user is told, and nothing private is read. */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { askAction } from '../../../src/client/ask-pipes.ts';
import { canariesIn } from '../../harness/canaries.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { type NotificationService, startNotifications } from '../../harness/desktop/notification-service.ts';
import { missingPrograms, startSessionBus } from '../../harness/desktop/session-bus.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { docxOf, paragraph } from '../../harness/documents/office-documents.ts';
import { drawnText, pictureFormats } from '../../harness/documents/pictures-of-text.ts';
import { gradientPng } from '../../harness/gradient-png.ts';
import type { TestHub } from '../../harness/hub.ts';
import type { ClipboardOwner, OwnedTargets } from '../../harness/owners/clipboard-owner.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';

/** A document that was changed is in force by then. */
const readsWithinMs = 1_000;

describe('the text of what is on the clipboard', { skip: withoutXvfb() || missingPrograms('dbus-daemon') }, () => {
  const parts = new AsyncDisposableStack();
  const folder = temporaryHome({ after });
  const shown = 'umbrellas for marmalade harvesters';
  const preferences = 'config/quick-settings/text-extraction.json';
  let hub: TestHub;
  let owner: ClipboardOwner;
  let told: NotificationService;
  let copies = 0;

  before(async () => {
    const bus = parts.use(await startSessionBus());
    told = parts.use(await startNotifications(bus));
    ({ hub, owner } = parts.use(await startHubDesk({ env: bus.env })));
  });
  after(() => parts.disposeAsync());

  const get = async (route: string) => JSON.parse((await hub.request('GET', route)).body.toString());
  /** The fragments that are on the clipboard. */
  const present = async () => (await get('/source')).clipboardFragments;
  const act = async () => {
    const { status, stdout, stderr } = await hub.command(['action', 'extract-clipboard-text']);
    const said = await told.next();
    // The terminal says the same within its sentence, without the text.
    const [sentence = ''] = said.split('\n');
    assert.deepEqual(
      [status, stdout + stderr],
      sentence.startsWith('No text') ? [1, `hub: n${sentence.slice(1)}\n`] : [0, `${sentence}\n`],
    );
    return said;
  };
  /** Copies, and waits until Hub shows something else than before. */
  const copy = async (targets: OwnedTargets, isShown = true) => {
    const { snapshotId } = await get('/source');
    await owner.own(targets);
    copies += 1;
    await until('another snapshot', async () => {
      const now = await get('/source');
      return now.snapshotId !== snapshotId && now.absence !== 'unjudged' && now.clipboardFragments.length > 0 === isShown;
    });
  };
  const picture = async (lines: readonly string[]) => ({
    'image/png': { content: { base64: pictureFormats.png(await drawnText(lines)).toString('base64') } },
  });

  it('is that of a picture, in its place, linked with it in both directions, and the desktop says so without a word of it', async () => {
    await copy(await picture([shown]));
    const [of] = await present();
    assert.equal(await act(), `The text of the picture is on the clipboard: ${shown.length} characters`);
    const [text] = await present();
    assert.deepEqual(
      [text.text, text.textOf, text.reason, text.mediaTypes],
      [shown, { id: of.id, kind: 'image' }, 'extracted', ['text/plain']],
    );
    assert.equal((await get(`/api/fragments/${of.id}`)).textCopy, text.id);
    assert.deepEqual(text.source, of.source);
    const found = (await get('/api/fragments?q=umbrellas')).items;
    assert.deepEqual(
      found.map(({ id }: { readonly id: string }) => id),
      [text.id, of.id],
      'a search finds the picture too',
    );
    assert.match((await hub.command(['show', text.id])).stdout, new RegExp(`^Text of +${of.id}$`, 'm'));
    assert.match((await hub.command(['show', of.id])).stdout, new RegExp(`^Its text +${text.id}$`, 'm'));
    assert.deepEqual(canariesIn(Buffer.from(hub.logs()), [shown]), []);
    assert.deepEqual(
      readdirSync(hub.places.run).filter((name) => name.startsWith('text-of-')),
      [],
    );
  });

  it('is not taken of a text, of nothing, of what is marked as secret, nor of a picture without a word', async () => {
    assert.equal(await act(), 'No text was extracted: the clipboard already contains text');
    await copy({ UTF8_STRING: { content: { text: 'hush' } }, 'x-kde-passwordManagerHint': { content: { text: 'secret' } } }, false);
    assert.equal(await act(), 'No text was extracted: what is on the clipboard is private, and Hub does not read it');
    await copy({ 'image/png': { content: { base64: gradientPng(64, 64).toString('base64') } } });
    assert.equal(await act(), 'No text was found');
    const before = (await owner.requests())['image/png'];
    assert.equal((await present())[0].kind, 'image', 'what was there stays');
    assert.equal((await owner.requests())['image/png'], before, 'and its program is not asked again');
    await owner.clear();
    await until('an empty clipboard', async () => (await present()).length === 0);
    assert.equal(await act(), 'No text was extracted: nothing is on the clipboard; copy a picture or a file first');
  });

  it('is that of copied files, each under its name, and without those that have none', async () => {
    const files = ['letter.docx', 'notes.txt', 'broken.pdf'].map((name) => path.join(folder, name));
    writeFileSync(files[0] ?? '', docxOf(paragraph('Dear reader')));
    writeFileSync(files[1] ?? '', 'milk\r\nbread\r\n');
    writeFileSync(files[2] ?? '', '%PDF-1.7 nothing');
    await copy({ 'text/uri-list': { content: { text: files.map((file) => `${pathToFileURL(file)}\r\n`).join('') } } });
    const text = 'letter.docx\n\nDear reader\n\nnotes.txt\n\nmilk\nbread';
    assert.equal(
      await act(),
      `The text of the copied files is on the clipboard: ${text.length} characters; 1 file could not be read (damaged)`,
    );
    assert.equal((await present())[0].text, text);
  });

  it('is that of a page without its markup, also if no program wrote it as plain text', async () => {
    await copy({ 'text/html': { content: { text: '<h1>Tides</h1><ul><li>High</li><li>Low</li></ul>' } } });
    assert.match(await act(), /^The text without its formatting is on the clipboard: \d+ characters$/);
    assert.match((await present())[0].text, /^Tides\n+.*High\n.*Low$/);
  });

  it('is not kept where it has a secret, and nor is the picture', async () => {
    await copy(await picture(['AWS_SECRET_ACCESS_KEY=wJa1rXUtnFEMIK7MDENGbPxRfiCYz8d2mQp0LkVh']));
    assert.equal(await act(), 'No text was extracted: it looks like a secret, or is excluded by your rules');
    assert.deepEqual(await present(), []);
  });

  it('leaves alone what is copied meanwhile, and is in the history all the same', async () => {
    await copy(await picture(Array.from({ length: 40 }, (_, line) => `harvesters of marmalade, number ${line}`)));
    assert.ok((await askAction(hub.places, 'extract-clipboard-text', { timeoutMs: 10_000 })).ok);
    await owner.own({ UTF8_STRING: { content: { text: 'copied in between' } } });
    assert.match(await told.next(), /is in the history; something else was copied meanwhile, and stays on the clipboard$/);
    assert.equal((await present())[0].text, 'copied in between');
    const { items } = await get('/api/fragments?q=marmalade&limit=1');
    assert.equal(items[0].textOf.kind, 'image');
  });

  it('follows its preferences: no notification, its beginning in it, a limit of its length', async () => {
    hub.setDocument(preferences, { longest_text: 1_000, notification_preview: true });
    const long = path.join(folder, 'long.txt');
    writeFileSync(long, 'word '.repeat(400));
    await copy({ 'text/uri-list': { content: { text: `${pathToFileURL(long)}\r\n` } } });
    assert.match(await act(), /^No text was extracted: it is longer than the limit in Text extraction/);
    await copy(await picture([shown]));
    assert.match(await act(), new RegExp(`: ${shown.length} characters\\n${shown}$`));
    hub.setDocument(preferences, { notify: false });
    const writtenAtMs = performance.now();
    await until('a wait for the document', () => performance.now() - writtenAtMs > readsWithinMs);
    const before = told.shown.length;
    await copy(await picture([`${shown} again`]));
    assert.equal((await hub.command(['action', 'extract-clipboard-text'])).status, 0);
    await until('the text', async () => (await present())[0]?.text === `${shown} again`);
    assert.equal(told.shown.length, before);
  });

  it('ends with Hub, and leaves no process behind', async () => {
    assert.ok(copies > 7);
    assert.deepEqual(await hub.stop(), []);
  });
});
