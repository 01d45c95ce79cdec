/** The program as packages have it: each process and thread of it starts as JavaScript, and does its work there. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import nodeTest, { after, before, describe, it } from 'node:test';
import type { ComponentStatus, HubStatus } from '../../../src/contract/supervisor.ts';
import { stageProgram } from '../../../tools/package/program/stage.ts';
import { type HubDesk, startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { drawnText, pictureFormats } from '../../harness/documents/pictures-of-text.ts';
import { filesBelow } from '../../harness/hub.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';

const root = path.join(import.meta.dirname, '../../..');
const packed = temporaryHome(nodeTest);

describe('the packed program', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;

  before(async () => {
    await stageProgram(packed, { root, version: '9.8.7', installed: { form: 'archive' } });
    symlinkSync(path.join(root, 'node_modules'), path.join(packed, 'node_modules'));
    desk = await startHubDesk({ program: path.join(packed, 'bin/hub.js') });
  });
  after(() => desk?.[Symbol.asyncDispose]());

  /** Without the npm packages, which are linked. */
  const ownFiles = (): readonly string[] => ['bin', 'src'].flatMap((part) => filesBelow(path.join(packed, part)));

  async function said(...words: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await desk.hub.command(words);
    assert.deepEqual([status, stderr], [0, ''], words.join(' '));
    return stdout;
  }

  it('has the version of its package, and no TypeScript', async () => {
    assert.equal(await said('--version'), '9.8.7\n');
    assert.deepEqual(
      ownFiles().filter((file) => !/\.(?:js|weights)$/.test(file)),
      [],
    );
    assert.ok(ownFiles().length > 100);
  });

  it('saves what is copied, finds it, and puts it back on the clipboard', async () => {
    const text = '# Tides of the bay\n\nThe water is highest at noon, and lowest six hours later.\n';
    await desk.owner.own({ UTF8_STRING: { content: { text } }, 'text/html': { content: { text: '<h1>Tides of the bay</h1>' } } });
    const { id, savedPath } = await desk.hub.fragment((one) => one.text === text && one.state === 'saved');
    assert.equal(readFileSync(savedPath ?? '', 'utf8'), text);
    assert.match(await said('search', 'highest'), /highest at noon/);
    await said('copy', String(id));
    await said('index', 'status');
  });

  it('reads documents and pictures', async () => {
    const folder = path.join(desk.hub.root, 'files');
    mkdirSync(folder);
    const [page, picture] = [path.join(folder, 'page.html'), path.join(folder, 'tide.png')];
    writeFileSync(page, '<table><tr><th>port<th>metres<tr><td>Cork<td>4.2</table>');
    writeFileSync(picture, pictureFormats.png(await drawnText(['high water', '  low water'])));
    assert.match(await said('structure', page), /\| Cork +\| +4\.2 \|/);
    assert.equal(await said('ocr', picture), 'high water\n  low water\n');
  });

  it('looks at itself, makes pages of its logs and bundles, and proves its records', async () => {
    assert.match(await said('doctor', 'journal', 'home', 'versions'), /9\.8\.7/);
    const page = (await said('logs', '--html')).trim();
    assert.match(readFileSync(page, 'utf8'), /<title>/);
    assert.match(await said('support-bundle', '--preset', 'full', '--output', desk.hub.root), /\.zip/);
    await said('retention', 'verify');
  });

  it('starts its processes again when they are killed', async () => {
    const { components } = await desk.hub.until(() => true);
    const killed = components.filter(({ id, pid }) => id !== 'supervisor' && pid !== null);
    assert.ok(killed.length > 3);
    for (const { pid } of killed) process.kill(pid ?? 0, 'SIGKILL');
    const isBack = (status: HubStatus, { id, pid }: ComponentStatus): boolean =>
      status.components.some((one) => one.id === id && one.state === 'running' && one.pid !== pid);
    await desk.hub.until((status) => killed.every((one) => isBack(status, one)), 60_000);
  });
});
