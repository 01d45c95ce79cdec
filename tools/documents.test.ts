/** The figures and lists of words in the documents match the code. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { linePipeLimits } from '../src/base/pipes/line-server.ts';
import { actionVerbs } from '../src/contract/action-verbs.ts';
import { bridgeRoutes } from '../src/contract/bridge.ts';
import { componentIds, componentMessage, componentState, heartbeat } from '../src/contract/components.ts';
import { documents } from '../src/contract/documents.ts';
import { fragmentReasons } from '../src/contract/journal.ts';
import type { Route } from '../src/contract/routes.ts';
import { familyOfReason, secretFamilies } from '../src/contract/secret-families.ts';
import { settingsErrors } from '../src/contract/settings.ts';
import { absence, fragmentState } from '../src/contract/source-snapshot.ts';
import { listenerRoutes } from '../src/contract/web-listener/listener-routes.ts';
import type { HubWindowSnapshot } from '../src/contract/window-snapshot.ts';
import { shownAbsence } from '../src/domain/conditions/absence.ts';
import { jsonDepth } from '../src/http/body.ts';
import { httpLimits } from '../src/http/limits.ts';
import { markNames } from '../src/platform/clipboard/marks.ts';
import { importRules } from './import-rules/table.ts';

/** A document with its lines joined, so that a sentence may be wrapped anywhere. */
const read = (file: string): string => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8').replace(/\s+/g, ' ');
const seconds = (ms: number): string => `${ms / 1_000} s`;
const mebibytes = (bytes: number): string => `${bytes / 1024 ** 2} MiB`;
const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`;

function assertSays(file: string, sentences: readonly string[]): void {
  const text = read(file);
  for (const sentence of sentences) assert.ok(text.includes(sentence), `${file} does not say: ${sentence}`);
}

test('the limits of the servers are those of docs/bridge.md', () => {
  const limits = httpLimits;
  assertSays('docs/bridge.md', [
    `body ${mebibytes(limits.bodyBytes)}`,
    `headers with the request line ${kibibytes(limits.headerBytes)}`,
    `JSON ${jsonDepth} levels deep`,
    `headers within ${seconds(limits.headersMs)}, the request within ${seconds(limits.requestMs)}`,
    `${limits.connections} connections; ${limits.eventStreams} event streams`,
    `keep-alive ${seconds(limits.keepAliveMs)}; ${seconds(limits.stillMs)} in which a client reads nothing of its answer`,
    `A comment comes every ${seconds(limits.eventKeepAliveMs)}; a client that reads nothing for ${seconds(limits.eventStalledMs)}`,
  ]);
});

test('the limits of a pipe are those of SECURITY.md', () => {
  const { lineBytes, clients, idleMs } = linePipeLimits;
  assertSays('SECURITY.md', [`${kibibytes(lineBytes)} per line, ${clients} clients, ${seconds(idleMs)} of idle time`]);
});

test('every route is in docs/bridge.md, and those that a browser may open are listed as such', () => {
  const all: readonly Route[] = [...Object.values(bridgeRoutes), ...Object.values(listenerRoutes)];
  assertSays(
    'docs/bridge.md',
    all.map(({ path }) => path.replace(':id', '2')),
  );
  const gate = /A browser gets (.*?), as the address of a tab/.exec(read('docs/bridge.md'))?.[1] ?? '';
  const open = all.flatMap(({ method, path, openToBrowsers }) => (openToBrowsers ? [`${method} ${path}`] : []));
  assert.deepEqual([...gate.matchAll(/`(.*?)`/g)].map(([, route]) => route).toSorted(), open.toSorted());
});

test('the required version of Node in docs/client.md is that of package.json', () => {
  const { engines } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as { engines: { node: string } };
  assertSays('docs/client.md', [`needs Node ${engines.node.replace('>=', '')} or later`]);
});

const quoted = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');

/** The words in backquotes of a passage, from one phrase to another. */
function passage(file: string, from: string, to: string): readonly string[] {
  const text = read(file);
  const start = text.indexOf(from) + from.length;
  const end = text.indexOf(to, start);
  assert.ok(start >= from.length && end !== -1, `${file} has no passage from ${from} to ${to}`);
  return quoted(text.slice(start, end));
}

/** The words in backquotes of a table's first column. `head` is the beginning of its first line. */
function column(file: string, head: string): readonly string[] {
  const lines = readFileSync(path.join(import.meta.dirname, '..', file), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(head));
  assert.ok(start !== -1, `${file} has no table ${head}`);
  const rows = lines.slice(start + 1, lines.indexOf('', start));
  return rows.flatMap((row) => quoted(row.split('|')[1] ?? ''));
}

/** The environment variables that the program reads, except those that the supervisor sets for its components. */
function variablesAsked(): readonly string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const asked = files.flatMap((file) => readFileSync(path.join(source, file), 'utf8').match(/(?<=\benv\.)HUB_[A-Z_]+\b/g) ?? []);
  return [...new Set(asked)].filter((name) => !['HUB_INSTANCE', 'HUB_LAST_PORT', 'HUB_MOVED', 'HUB_RESTARTS', 'HUB_WINDOW'].includes(name));
}

const source = path.join(import.meta.dirname, '../src');

test('a list of words in a document has those of the code, and no others', () => {
  const lists: readonly (readonly [where: string, told: readonly string[], words: readonly string[]])[] = [
    [
      'absence in bridge.md',
      passage('docs/bridge.md', '`absence` says why', 'It is null').filter((word) => !word.includes('.')),
      absence.options,
    ],
    ['absence in window.md', column('docs/window.md', '| word | what the window says'), absence.options],
    ['reasons in command.md', column('docs/command.md', '| reason '), fragmentReasons.filter((reason) => familyOfReason(reason) === null)],
    ['families of secrets in configuration.md', column('docs/configuration.md', '| family '), secretFamilies],
    ['verbs in command.md', column('docs/command.md', '| verb '), actionVerbs],
    ['errors in configuration.md', column('docs/configuration.md', '| `error` '), settingsErrors],
    [
      'documents in configuration.md',
      passage('docs/configuration.md', 'Documents are', 'and `python'),
      Object.keys(documents).slice(0, -1),
    ],
    ['variables in README.md', column('README.md', '| variable '), variablesAsked()],
    ['components in ARCHITECTURE.md', column('ARCHITECTURE.md', '| id '), componentIds],
    [
      'kinds of messages in ARCHITECTURE.md',
      passage('ARCHITECTURE.md', 'There are 16 kinds:', '(`src/contract'),
      componentMessage.options.map(({ shape }) => shape.kind.value),
    ],
  ];
  for (const [where, told, words] of lists) assert.deepEqual(told.toSorted(), words.toSorted(), where);
  assertSays(
    'docs/command.md',
    [...componentState.options, ...fragmentState.options].map((state) => `\`${state}\``),
  );
  assertSays(
    'docs/privacy.md',
    markNames.filter((name) => !name.includes('"')).map((name) => `\`${name}\``),
  );
});

test('the window’s sentences about absence are in docs/window.md', () => {
  const saying = (word: string) => ({ raw: { absence: word } }) as unknown as HubWindowSnapshot;
  assertSays(
    'docs/window.md',
    absence.options.map((word) => `| \`${word}\` | ${shownAbsence(saying(word), 'watching')} |`),
  );
});

test('the figures in ARCHITECTURE.md are those of the code', () => {
  assertSays('ARCHITECTURE.md', [
    `There are ${componentMessage.options.length} kinds:`,
    `sends \`alive\` every ${seconds(heartbeat.everyMs)}. After ${seconds(heartbeat.hungAfterMs)} of silence`,
  ]);
});

const root = path.join(import.meta.dirname, '..');
const pages = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(path.join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [path.posix.join(folder, name)] : [])),
);
const repository = ['src', 'extension', 'test', 'bench', 'tools', 'docs', 'bin'];

/** Every folder under one, and that one. */
function foldersFrom(folder: string): readonly string[] {
  const inner = readdirSync(path.join(root, folder), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.wxt',
  );
  return [`${folder}/`, ...inner.flatMap(({ name }) => foldersFrom(`${folder}/${name}`))];
}

test('every file and folder that a document names exists, and every link leads somewhere', () => {
  // Each process and each platform facility has one of these.
  const general = ['main.ts', 'index.ts'];
  // What git ignores exists only after a benchmark.
  const isThere = (file: string) => file.startsWith('bench/results/') || existsSync(path.join(root, file));
  const wrong = pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), 'utf8').replace(/^```.*?^```/gms, '');
    const files = quoted(text).filter((word) => /^[\w@.-]+(\/[\w@.-]+)*\/?$/.test(word));
    const partial = files.filter(
      (word) => /\w\.(tsx?|mjs)$/.test(word) && !word.includes('/') && !general.includes(word) && !existsSync(path.join(root, word)),
    );
    const absent = files.filter((word) => {
      const isOurs = repository.includes(word.split('/')[0] ?? '') || /\.(tsx?|mjs)$/.test(word);
      return word.includes('/') && isOurs && !isThere(word);
    });
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link ?? '');
    const dead = links.filter((link) => !existsSync(path.join(root, path.dirname(page), link)));
    return [...partial, ...absent, ...dead].map((word) => `${page}: ${word}`);
  });
  assert.deepEqual(wrong, []);
});

test('every folder of code has its line in the map of ARCHITECTURE.md, and there is no other line', () => {
  const folders = ['src', 'extension', 'test', 'bench', 'tools'].flatMap(foldersFrom).filter((folder) => {
    const files = readdirSync(path.join(root, folder)).filter((name) => statSync(path.join(root, folder, name)).isFile());
    return files.length > 0 && folder !== 'bench/results/';
  });
  const told = column('ARCHITECTURE.md', '| folder ');
  const add = folders.filter((folder) => !told.includes(folder));
  const remove = told.filter((folder) => !folders.includes(folder));
  assert.deepEqual({ add, remove }, { add: [], remove: [] }, 'the table "Where things are" in ARCHITECTURE.md');
});

test('ARCHITECTURE.md lists every decision', () => {
  assertSays(
    'ARCHITECTURE.md',
    pages.filter((page) => page.startsWith('docs/decisions/')).map((page) => `](${page})`),
  );
});

test('the table of imports in ARCHITECTURE.md has every package and folder of tools/import-rules/table.ts', () => {
  const lines = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split('\n');
  const table = lines.slice(lines.findIndex((line) => line.startsWith('| code in ')));
  // A process may import everything above its row.
  const areas = Object.keys(importRules).filter((area) => /^src\/[a-z]+\/$/.test(area) && area !== 'src/processes/');
  for (const area of areas) {
    const row = table.find((line) => line.startsWith(`| \`${area}\``)) ?? '';
    const inner = Object.entries(importRules).flatMap(([name, names]) =>
      name.startsWith(area) ? names.filter((one) => one !== 'node' && !one.startsWith('src/')) : [],
    );
    const told = [...(importRules[area] ?? []), ...inner].map((name) => (name === 'node' ? 'node:*' : name));
    assert.deepEqual(
      told.filter((name) => !row.includes(name)),
      [],
      area,
    );
  }
});
