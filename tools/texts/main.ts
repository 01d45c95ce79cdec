/**
 * `node tools/texts/main.ts`: proves that every text for users can be translated and is. Every message of `say` is in every catalogue of `languages/`, with
 * the same arguments, and nothing else is; and no text reaches a user without `say`. `--write` sorts the catalogues, removes what is said nowhere any
 * more, and adds what is not translated yet with an empty translation.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Catalogues, catalogueFaults } from './catalogue-faults.ts';
import { notConverted } from './not-converted.ts';
import { type Said, saidIn } from './said.ts';
import { unsaidIn } from './unsaid.ts';

const root = path.join(import.meta.dirname, '../..');
/** Where texts for users are made. */
const shownAreas =
  /^(src\/cli\/|src\/domain\/(view|conditions|profile)\/|src\/domain\/capture\/(explain|why-not-kept)\.ts|src\/domain\/(verb-titles|saving\/save-trouble|search\/hints)\.ts|src\/processes\/shell\/)/;
/** Where answers and conditions are made that another process says. */
const toldAreas =
  /^src\/(processes\/(core\/(core|keep-anyway|routes|test-save)|serve-pipe|http-endpoint)\.ts|processes\/supervisor\/|processes\/clipboard-monitor\/|configuration\/workspace-changes\.ts|journal\/journal\.ts)/;
/** What builds the page, its icons and fonts, and the server of the page, whose words are those of HTTP. A kept log is no text for users either. */
const notForUsers =
  /^src\/processes\/shell\/(page\/(vite\.config\.ts|icons\/|frame\/themes\.ts)|window\/page-handler\.ts)|^src\/processes\/supervisor\/component\/failed-log\.ts/;

const sources = ['src', 'bin']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|node_modules\//.test(file))
  .map((file) => ({ file, content: readFileSync(path.join(root, file), 'utf8') }));

const said = sources.flatMap(({ file, content }) => saidIn(file, content));
const catalogues = readCatalogues();
if (process.argv.includes('--write')) writeCatalogues(said);

const unsaid = sources
  .filter(({ file }) => (shownAreas.test(file) || toldAreas.test(file)) && !notForUsers.test(file))
  .map(({ file, content }) => ({ file, texts: unsaidIn(file, content) }));
const faults = [
  ...catalogueFaults(said, readCatalogues()),
  ...unsaid.flatMap(({ file, texts }) =>
    notConverted.includes(file) ? [] : texts.map(({ line, text }) => `${file}:${line}: not said: ${text}`),
  ),
  ...notConverted
    .filter((file) => !unsaid.some((one) => one.file === file && one.texts.length > 0))
    .map((file) => `tools/texts/not-converted.ts: ${file} has no text without say() any more; remove it from the list`),
];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${said.length} texts in ${Object.keys(catalogues).length} languages and English, ${notConverted.length} files not converted yet\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

function readCatalogues(): Catalogues {
  const folder = path.join(root, 'languages');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>,
    ]),
  );
}

function writeCatalogues(said: readonly Said[]): void {
  const english = [...new Set(said.flatMap((one) => (one.english === null ? [] : [one.english])))].sort();
  for (const [language, translations] of Object.entries(catalogues)) {
    const sorted = Object.fromEntries(english.map((text) => [text, translations[text] ?? '']));
    writeFileSync(path.join(root, 'languages', `${language}.json`), `${JSON.stringify(sorted, null, 2)}\n`);
  }
}
