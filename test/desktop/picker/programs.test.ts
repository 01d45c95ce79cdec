/** Copies picked over programs of every kind, each with its own way to paste: terminals, a browser, office, pictures, files. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { PickerRig, textTarget } from '../../harness/desktop/picker-rig.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import type { WindowRig } from '../../harness/desktop/window-rig.ts';
import { gradientPng } from '../../harness/gradient-png.ts';
import { until } from '../../harness/until.ts';
import { chromiumPath } from '../../page/page-browser.ts';

/** These take long to start, and longer on a busy machine. */
const largeStartsWithinMs = 90_000;
const emptyDocument = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p/></office:text></office:body></office:document>`;
/** Each field says in the title what it has. */
const form = `<!doctype html><title>empty form</title><textarea autofocus rows="5"></textarea><p contenteditable>x</p><script>
const [area, rich] = [document.querySelector('textarea'), document.querySelector('p')];
area.oninput = () => { document.title = 'has ' + area.value; };
rich.oninput = () => { document.title = rich.querySelector('b')?.textContent === 'lock gate' ? 'has it in bold' : 'has ' + rich.innerHTML; };
addEventListener('keydown', ({ key }) => { if (key === 'F2') rich.focus(); });
</script>`;

function withoutWriter(): string | false {
  return missingPrograms('soffice') || (existsSync('/usr/lib/libreoffice/program/libswlo.so') ? false : 'there is no Writer');
}

describe('the picker pastes', { skip: withoutDesktop() }, () => {
  let picker: PickerRig;
  let rig: WindowRig;

  before(async () => {
    picker = await PickerRig.open();
    ({ rig } = picker);
  });
  afterEach(() => picker?.endPrograms());
  after(() => picker?.[Symbol.asyncDispose]());

  const title = (): Promise<string> => rig.desktop.activeTitle();

  it('into a terminal by its own keys', { skip: missingPrograms('xfce4-terminal') }, async () => {
    await picker.copied(textTarget('typed in a terminal'), 'typed in a terminal');
    const file = path.join(rig.hub.root, 'terminal.txt');
    await picker.opened(
      'xfce4-terminal',
      ['--disable-server', '--title', 'Terminal of a test', '--command', `sh -c 'cat > ${file}'`],
      'Terminal of a test',
    );
    await until('program in the terminal', () => existsSync(file));
    await picker.called();
    await picker.pastedBy('Return');
    await rig.desktop.key('Return');
    await until('line', () => readFileSync(file, 'utf8') === 'typed in a terminal\n');
  });

  it('into xterm, which pastes what is selected', { skip: missingPrograms('xterm') }, async () => {
    await picker.copied(textTarget('selected elsewhere'), 'selected elsewhere');
    await picker.copied(textTarget('typed in xterm'), 'typed in xterm');
    const file = path.join(rig.hub.root, 'xterm.txt');
    await picker.opened('xterm', ['-T', 'xterm of a test', '-e', 'sh', '-c', `cat > ${file}`], 'xterm of a test');
    await until('program in xterm', () => existsSync(file));
    await picker.called();
    await picker.pastedBy('Return');
    await rig.desktop.key('Return');
    await until('line', () => readFileSync(file, 'utf8') === 'typed in xterm\n');
    await picker.called();
    await picker.pastedBy('alt+2');
    await rig.desktop.key('Return');
    await until('second line', () => readFileSync(file, 'utf8') === 'typed in xterm\nselected elsewhere\n');
  });

  it('a file into a terminal as its path, which its program does not offer', { skip: missingPrograms('xfce4-terminal') }, async () => {
    await picker.owner.own({ 'text/uri-list': { content: { text: 'file:///srv/a%20list.txt\r\n' } } });
    await rig.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.kind === 'files');
    const written = path.join(rig.hub.root, 'paths.txt');
    await picker.opened(
      'xfce4-terminal',
      ['--disable-server', '--title', 'Terminal for paths', '--command', `sh -c 'cat > ${written}'`],
      'Terminal for paths',
    );
    await until('program in the terminal', () => existsSync(written));
    await picker.called();
    await picker.pastedBy('Return');
    await rig.desktop.key('Return');
    await until('path', () => readFileSync(written, 'utf8') === '/srv/a list.txt\n');
  });

  it('files into a file manager', { skip: missingPrograms('pcmanfm') }, async () => {
    const [from, to] = ['from', 'to'].map((name) => path.join(rig.hub.root, name)) as [string, string];
    for (const folder of [from, to]) mkdirSync(folder);
    const file = path.join(from, 'a file.txt');
    writeFileSync(file, 'in a file');
    const list = `copy\nfile://${encodeURI(file)}`;
    await picker.owner.own({
      'x-special/gnome-copied-files': { content: { text: list } },
      'text/uri-list': { content: { text: `file://${encodeURI(file)}\r\n` } },
    });
    await rig.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.kind === 'files');
    await picker.opened('pcmanfm', [to], '^to$');
    await picker.called();
    await picker.pastedBy('Return');
    await until('file', () => existsSync(path.join(to, 'a file.txt')));
  });

  it('into a field of a page in Chromium, as plain text, and with its form where the page takes that', {
    skip: existsSync(chromiumPath) ? false : `there is no ${chromiumPath}`,
  }, async () => {
    const html = 'The <b>lock gate</b> opens at six.';
    const plain = 'The lock gate opens at six.';
    await picker.copied({ UTF8_STRING: { content: { text: plain } }, 'text/html': { content: { text: html } } }, plain);
    const file = path.join(rig.hub.root, 'form.html');
    writeFileSync(file, form);
    const words = ['--no-first-run', '--password-store=basic', '--disable-gpu', `--user-data-dir=${path.join(rig.hub.root, 'profile')}`];
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    await picker.opened(chromiumPath, [...words, ...asRoot, `file://${file}`], 'empty form', largeStartsWithinMs);
    // The field has the focus a moment after the window.
    await pause(1_000);
    await picker.called();
    await picker.pastedBy('Return');
    await until('text in the field', async () => (await title()).startsWith(`has ${plain}`));
    await rig.desktop.key('F2');
    await picker.called();
    await picker.pastedBy('Return');
    await until('bold text in the page', async () => (await title()).startsWith('has it in bold'));
  });

  it('into Writer, where bold words stay bold', { skip: withoutWriter() }, async () => {
    const plain = 'The lock gate of Brest opens at six.';
    const html = 'The <b>lock gate</b> of Brest opens at six.';
    await picker.copied({ UTF8_STRING: { content: { text: plain } }, 'text/html': { content: { text: html } } }, plain);
    const file = path.join(rig.hub.root, 'letter.fodt');
    writeFileSync(file, emptyDocument);
    const profile = `-env:UserInstallation=file://${path.join(rig.hub.root, 'office')}`;
    await picker.opened('soffice', [profile, '--norestore', '--nologo', '--writer', file], '^letter', largeStartsWithinMs);
    // It is shown before it takes keys, and shows a tip of the day first.
    await pause(3_000);
    await rig.desktop.key('Escape');
    await picker.called();
    await picker.pastedBy('Return');
    await pause(500);
    await rig.desktop.key('ctrl+s');
    await until('the saved document', () => readFileSync(file, 'utf8').includes('of Brest opens at six'));
    assert.match(readFileSync(file, 'utf8'), /fo:font-weight="bold"/);
  });

  it('a picture into GIMP', { skip: missingPrograms('gimp') }, async () => {
    await picker.owner.own({ 'image/png': { content: { base64: gradientPng(46, 34).toString('base64') } } });
    await rig.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.kind === 'image');
    await picker.opened('gimp', ['--no-splash'], '^GNU Image Manipulation Program$', largeStartsWithinMs);
    await pause(3_000);
    await picker.called();
    await picker.pastedBy('Return');
    await until('the picture in the title', async () => /46x34/.test(await title()), largeStartsWithinMs);
  });
});
