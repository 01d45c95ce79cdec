/** One copy out of an office program is one entry, which is put back with its formatting: with LibreOffice's real Calc and Writer. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { missingPrograms } from '../harness/desktop/session-bus.ts';
import { TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

const run = promisify(execFile);

/** Debian's packages libreoffice-calc and libreoffice-writer are large, so nobody is made to install them. */
function withoutOffice(): string | false {
  const libraries = ['/usr/lib/libreoffice/program/libsclo.so', '/usr/lib/libreoffice/program/libswlo.so'];
  return (
    missingPrograms('soffice', 'xclip') || (libraries.every((library) => existsSync(library)) ? false : 'there is no Calc or no Writer')
  );
}

const cells = 'harbour,tide\nBrest,7.2\n';
const document = '{\\rtf1\\ansi The {\\b lock gate} of Brest opens at six in the morning.\\par}';

class Office {
  readonly desktop: Desktop;
  readonly hub: TestHub;
  readonly #pids: number[] = [];

  private constructor(desktop: Desktop) {
    this.desktop = desktop;
    this.hub = new TestHub(desktop.place);
  }

  static async open(t: TestContext): Promise<Office> {
    const office = new Office(await Desktop.start());
    t.after(() => office.close());
    await office.hub.start();
    return office;
  }

  /** Opens the file, and resolves when its window is active. */
  async show(file: string, content: string, ...words: readonly string[]): Promise<void> {
    const place = path.join(this.hub.root, file);
    writeFileSync(place, content);
    const profile = `-env:UserInstallation=file://${path.join(this.hub.root, 'office')}`;
    const env = { ...this.desktop.env, HOME: this.hub.root };
    const child = spawn('soffice', [profile, '--norestore', '--nologo', ...words, place], { env, stdio: 'ignore', detached: true });
    this.#pids.push(child.pid ?? 0);
    await until('its window', async () => (await this.#tool('getactivewindow', 'getwindowname')).startsWith(file), 60_000);
    // It is shown before it takes keys, and shows a tip of the day first.
    await pause(3_000);
    await this.desktop.key('Escape');
  }

  /** Selects and copies everything. */
  async copyAll(): Promise<void> {
    await this.desktop.key('ctrl+a');
    await pause(300);
    await this.desktop.key('ctrl+c');
  }

  /** Saves until the file is as it is to be: a document that has no text yet saves nothing. */
  async saves(isSaved: () => boolean): Promise<boolean> {
    if (isSaved()) return true;
    await this.desktop.key('ctrl+s');
    await pause(300);
    return isSaved();
  }

  async pasted(target: string): Promise<string> {
    const { stdout } = await run('xclip', ['-selection', 'clipboard', '-o', '-t', target], {
      env: this.desktop.env,
      timeout: 5_000,
      encoding: 'latin1',
    });
    return stdout;
  }

  end(): void {
    for (const pid of this.#pids.splice(0)) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

  async close(): Promise<void> {
    this.end();
    await this.hub[Symbol.asyncDispose]();
    await this.desktop[Symbol.asyncDispose]();
  }

  async #tool(...words: readonly string[]): Promise<string> {
    return run('xdotool', words, { env: this.desktop.env }).then(
      ({ stdout }) => stdout,
      () => '',
    );
  }
}

describe('a copy out of LibreOffice', { skip: withoutDesktop() || withoutOffice() }, () => {
  it('Calc is one row with all its formats and one file, also when it is copied again, and stays when Calc exits', async (t) => {
    const office = await Office.open(t);
    const { hub } = office;
    await office.show('tides.csv', cells, '--calc', '--infilter=CSV:44,34,76');
    await office.copyAll();
    const first = await hub.fragment(({ kind, state }) => kind === 'text' && state === 'saved');
    assert.deepEqual(first.mediaTypes.toSorted(), ['image/png', 'text/html', 'text/plain', 'text/rtf']);
    const rtf = await office.pasted('text/rtf');
    await office.desktop.key('Escape', 'Right', 'Down', 'ctrl+c');
    await hub.fragment(({ text }) => text?.trim() === '7.2');
    await office.copyAll();
    await hub.fragment(({ id, copyCount }) => id !== first.id && copyCount === 2);
    // LibreOffice clears the clipboard before it copies: what it copies again is counted all the same.
    await pause(1_500);
    await office.desktop.key('ctrl+c');
    await hub.fragment(({ copyCount }) => copyCount === 3);
    assert.deepEqual(
      (await hub.fragments()).map(({ kind }) => kind),
      ['text', 'text'],
    );
    assert.equal((await hub.fragments())[0]?.firstCapturedAt, first.capturedAt);
    office.end();
    await until('the RTF', async () => (await office.pasted('text/richtext').catch(() => '')) === rtf);
    assert.deepEqual([...new Set((await hub.fragments()).map(({ copyCount = 1 }) => copyCount))].toSorted(), [1, 3]);
    // All that the entry lists is there, and Calc, which would rather paste the picture, still gets cells.
    assert.match(await office.pasted('image/png'), /^\u0089PNG/);
    await office.show('pasted.fods', emptySheet, '--calc');
    await office.desktop.key('ctrl+v');
    const saved = (): string => readFileSync(path.join(hub.root, 'pasted.fods'), 'utf8');
    await until('the saved cells', () => office.saves(() => saved() !== emptySheet && saved().includes('Brest')), 20_000);
    assert.doesNotMatch(saved(), /draw:image/);
    assert.match(await office.pasted('image/png'), /^\u0089PNG/);
  });

  it('Calc is pasted with its values and without its formulas once Calc has exited', async (t) => {
    const office = await Office.open(t);
    const { hub } = office;
    await office.show('sums.fods', sheetOf(sum), '--calc');
    await office.copyAll();
    const copied = await hub.fragment(({ kind, state }) => kind === 'text' && state !== 'captured');
    assert.match(copied.text ?? '', /^2\t3\t5/);
    assert.deepEqual(copied.mediaTypes.toSorted(), ['image/png', 'text/html', 'text/plain', 'text/rtf']);
    office.end();
    await until('the offer', async () => (await office.pasted('text/html').catch(() => '')).includes('sdval="5"'));
    await office.show('pasted.fods', emptySheet, '--calc');
    await office.desktop.key('ctrl+v');
    const saved = (): string => readFileSync(path.join(hub.root, 'pasted.fods'), 'utf8');
    await until('the saved cells', () => office.saves(() => saved() !== emptySheet && saved().includes('office:value="5"')), 20_000);
    assert.doesNotMatch(saved(), /table:formula/);
  });

  it('Writer is one row, and its bold words are bold where it is pasted from the history', async (t) => {
    const office = await Office.open(t);
    const { hub } = office;
    await office.show('gate.rtf', document, '--writer');
    await office.copyAll();
    const gate = await hub.fragment(({ kind, state }) => kind === 'text' && state === 'saved');
    assert.deepEqual(gate.mediaTypes.filter((each) => !each.startsWith('image/')).toSorted(), ['text/html', 'text/plain', 'text/rtf']);
    assert.equal((await hub.fragments()).length, 1);
    office.end();
    await hub.command(['copy', gate.id]);
    await until('the offer', async () => (await office.pasted('text/rtf').catch(() => '')).includes('\\b'));
    await office.show('pasted.fodt', emptyDocument, '--writer');
    await office.desktop.key('ctrl+v');
    const saved = path.join(hub.root, 'pasted.fodt');
    await until('the saved document', () => office.saves(() => readFileSync(saved, 'utf8').includes('lock gate')), 20_000);
    assert.match(readFileSync(saved, 'utf8'), /fo:font-weight="bold"/);
  });
});

const sheetOf = (row: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="Sheet1">
 <table:table-row>${row}</table:table-row></table:table></office:spreadsheet></office:body></office:document>
`;

const emptySheet = sheetOf('<table:table-cell/>');

const amount = (value: number, formula = ''): string => `<table:table-cell office:value-type="float" office:value="${value}"${formula}/>`;
const sum = `${amount(2)}${amount(3)}${amount(5, ' table:formula="of:=[.A1]+[.B1]"')}`;

const emptyDocument = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p/></office:text></office:body></office:document>
`;
