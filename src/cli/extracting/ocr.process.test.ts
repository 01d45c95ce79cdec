import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { drawnText, pictureFormats, scannedPdf } from '../../../test/harness/documents/pictures-of-text.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';

const hub = path.join(import.meta.dirname, '../../../bin/hub.ts');

interface Ran {
  readonly status: number | null;
  readonly printed: string;
  readonly complained: string;
}

/** In a folder with a picture, a scan and a text. No Hub runs, and no registry answers. */
async function rig(
  t: TestContext,
): Promise<{ readonly folder: string; readonly run: (words: readonly string[], input?: Buffer, more?: Record<string, string>) => Ran }> {
  const folder = temporaryHome(t);
  writeFileSync(path.join(folder, 'tide.png'), pictureFormats.png(await drawnText(['high water', '  low water'])));
  writeFileSync(path.join(folder, 'scan.pdf'), scannedPdf(await drawnText(['a scanned page'], { dotsPerInch: 150 })));
  writeFileSync(path.join(folder, 'broken.png'), Buffer.from('89504e470d0a1a0a0000000d', 'hex'));
  const env = { ...process.env, HUB_HOME: path.join(folder, 'home'), LC_ALL: 'C.UTF-8', npm_config_registry: 'http://127.0.0.1:9' };
  return {
    folder,
    run: (words, input = Buffer.alloc(0), more = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [hub, 'ocr', ...words], {
        cwd: folder,
        env: { ...env, ...more },
        input,
      });
      return { status, printed: stdout.toString(), complained: stderr.toString() };
    },
  };
}

test('the text of a picture is printed alone, that of several with a heading each, and one that fails has a reason', async (t) => {
  const { run } = await rig(t);
  assert.deepEqual(run(['tide.png']), { status: 0, printed: 'high water\n  low water\n', complained: '' });
  const many = run(['tide.png', 'broken.png', 'scan.pdf']);
  assert.deepEqual([many.status, many.printed], [1, '==> tide.png <==\nhigh water\n  low water\n==> scan.pdf <==\na scanned page\n']);
  assert.match(many.complained, /^hub: broken\.png: it is damaged/);
});

test('a picture without text says in which languages it was read, and where others are', async (t) => {
  const { run, folder } = await rig(t);
  writeFileSync(path.join(folder, 'empty.png'), pictureFormats.png(await drawnText([' '])));
  const complained = 'hub: empty.png: no text in English was found; for other languages: hub ocr --languages\n';
  assert.deepEqual(run(['empty.png']), { status: 0, printed: '', complained });
});

test('standard input is read, and each word is printed with its place', async (t) => {
  const { run, folder } = await rig(t);
  const picture = readFileSync(path.join(folder, 'tide.png'));
  assert.deepEqual(run(['-'], picture).printed, 'high water\n  low water\n');
  const rows = run(['--words', '-'], picture).printed.trimEnd().split('\n');
  assert.deepEqual(
    rows.map((row) => row.split('\t').map((cell, at) => (at === 6 ? cell : Number.isFinite(Number(cell))))),
    ['high', 'water', 'low', 'water'].map((word) => [true, true, true, true, true, true, word]),
  );
  const json = JSON.parse(run(['--words', '--json', 'tide.png']).printed);
  assert.deepEqual([json.format, json.text, json.words.length, json.recognizedPages], ['image', 'high water\n  low water\n', 4, 1]);
});

test('a language that is unknown is wrong usage, one that is not installed says how to, and without a registry none is', async (t) => {
  const { run } = await rig(t);
  const unknown = run(['--lang', 'klingon', 'tide.png']);
  assert.equal(unknown.status, 2);
  assert.match(unknown.complained, /there is no language klingon; choose from: eng, deu, /);
  assert.deepEqual(run(['--lang', 'eng+de', 'tide.png']), {
    status: 1,
    printed: '',
    complained: 'hub: German is not installed; install it: hub ocr --install deu\n',
  });
  assert.equal(JSON.parse(run(['--lang', 'fra', '--json', 'tide.png']).printed).error, 'no_language');
  const install = run(['--install', 'deu', '--json']);
  assert.deepEqual([install.status, JSON.parse(install.printed).error], [1, 'unreachable']);
  assert.equal(run(['--install', 'deu', 'tide.png']).status, 2);
  const unproxied = run(['--install', 'deu'], undefined, { HTTPS_PROXY: 'http://ann:hush@[broken' });
  assert.deepEqual([unproxied.status, unproxied.complained.includes('hush')], [1, false]);
  assert.match(unproxied.complained, /^hub: German: HTTPS_PROXY or HTTP_PROXY is not the address of a proxy/);
  assert.deepEqual(run(['--install', 'en']), { status: 0, printed: 'English is already installed\n', complained: '' });
});

test('the languages are listed with what they are to the user', async (t) => {
  const { run, folder } = await rig(t);
  for (const more of [['--install', 'deu'], ['--lang', 'eng'], ['--words'], ['--output', '.']])
    assert.deepEqual(run(['--languages', ...more]), {
      status: 2,
      printed: '',
      complained: 'hub: --languages takes no other option than --json\n',
    });
  const { languages } = JSON.parse(run(['--languages', '--json']).printed);
  assert.deepEqual(
    languages.filter(({ isUsed }: { isUsed: boolean }) => isUsed),
    [{ language: 'eng', isInstalled: true, isPartial: false, isUsed: true, isOfUser: true, name: 'English' }],
  );
  assert.match(run(['--list']).printed, /^LANGUAGE +CODE +STATE\nEnglish +eng +installed, and used\nGerman +deu +not installed\n/);
  assert.equal(run(['--languages', 'tide.png']).status, 2);
  mkdirSync(path.join(folder, 'home', 'data', 'languages'), { recursive: true });
  writeFileSync(path.join(folder, 'home', 'data', 'languages', 'deu.traineddata.gz'), 'stands for it');
  assert.match(
    run(['--languages']).printed,
    /^German +deu +installed, but not used; to use it: hub config set text-extraction languages eng deu$/m,
  );
  const installed = 'German is already installed\nTo use it for pictures from now on: hub config set text-extraction languages eng deu\n';
  assert.deepEqual(run(['--install', 'de']), { status: 0, printed: installed, complained: '' });
});

test('a language is removed with its files, not while pictures are read in it, and never English', async (t) => {
  const { run, folder } = await rig(t);
  const languages = path.join(folder, 'home/data/languages');
  const put = (file: string, bytes: number): void => writeFileSync(path.join(languages, file), Buffer.alloc(bytes));
  mkdirSync(path.join(folder, 'home/config/quick-settings'), { recursive: true, mode: 0o700 });
  mkdirSync(languages, { recursive: true });
  for (const language of ['deu', 'fra']) put(`${language}.traineddata.gz`, 2_500_000);
  const settings = path.join(folder, 'home/config/quick-settings/text-extraction.json');
  writeFileSync(settings, JSON.stringify({ languages: ['eng', 'deu'] }));
  const used = run(['--remove', 'deu+fra']);
  assert.equal(used.status, 1);
  assert.match(used.complained, /German is in use for reading pictures\. To stop using it: hub config set text-extraction languages eng$/m);
  assert.deepEqual(readdirSync(languages).toSorted(), ['deu.traineddata.gz', 'fra.traineddata.gz'], 'all of them or none');
  writeFileSync(settings, JSON.stringify({ languages: [] }));
  assert.deepEqual(run(['--remove', 'deu,ita']).printed, 'German removed, 2.5 MB freed\nItalian was not installed\n');
  assert.deepEqual(JSON.parse(run(['--remove', 'fra', '--json']).printed).removed, [{ language: 'fra', bytes: 2_500_000 }]);
  assert.deepEqual(readdirSync(languages), []);
  assert.deepEqual([run(['--remove', 'eng']).status, run(['--remove', 'deu', 'tide.png']).status, run(['--remove', '']).status], [2, 2, 2]);
});
