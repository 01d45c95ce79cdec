/** What the documents say in figures and words is what the code has. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { linePipeLimits } from '../src/base/line-pipe.ts';
import { actionVerbs } from '../src/contract/actions.ts';
import { bridgeRoutes } from '../src/contract/bridge.ts';
import { componentState } from '../src/contract/components.ts';
import { documents, loggingDocument } from '../src/contract/documents.ts';
import { reasons } from '../src/contract/journal.ts';
import { listenerRoutes } from '../src/contract/listener.ts';
import type { Route } from '../src/contract/routes.ts';
import { settingsErrors } from '../src/contract/settings.ts';
import { absence, fragmentState } from '../src/contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../src/contract/window.ts';
import { shownAbsence } from '../src/domain/absence.ts';
import { unavailableVerbs } from '../src/domain/page-view.ts';
import { markNames } from '../src/platform/clipboard/marks.ts';
import { jsonDepth } from '../src/processes/http-body.ts';
import { httpLimits } from '../src/processes/http-limits.ts';

/** A document with its lines joined, so that a sentence may be broken anywhere. */
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
  assertSays('SECURITY.md', [`${kibibytes(lineBytes)} a line, ${clients} clients, ${seconds(idleMs)} of idle time`]);
});

test('every route stands in docs/bridge.md, and those that a browser may open are named as such', () => {
  const all: readonly Route[] = [...Object.values(bridgeRoutes), ...Object.values(listenerRoutes)];
  assertSays(
    'docs/bridge.md',
    all.map(({ path }) => path.replace(':id', '2')),
  );
  const gate = /A browser gets (.*?), as the address of a tab/.exec(read('docs/bridge.md'))?.[1] ?? '';
  const open = all.flatMap(({ method, path, openToBrowsers }) => (openToBrowsers ? [`${method} ${path}`] : []));
  assert.deepEqual([...gate.matchAll(/`(.*?)`/g)].map(([, route]) => route).toSorted(), open.toSorted());
});

test('the Node that the client needs is the one that the package asks for', () => {
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

/** The words in backquotes of a table's first column. `head` is how its first line begins. */
function column(file: string, head: string): readonly string[] {
  const lines = readFileSync(path.join(import.meta.dirname, '..', file), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(head));
  assert.ok(start !== -1, `${file} has no table ${head}`);
  const rows = lines.slice(start + 1, lines.indexOf('', start));
  return rows.flatMap((row) => quoted(row.split('|')[1] ?? ''));
}

/** What the program asks of its environment; what the supervisor sets for its components is their own affair. */
function variablesAsked(): readonly string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const asked = files.flatMap((file) => readFileSync(path.join(source, file), 'utf8').match(/(?<=\benv\.)HUB_[A-Z_]+\b/g) ?? []);
  return [...new Set(asked)].filter((name) => !['HUB_INSTANCE', 'HUB_LAST_PORT', 'HUB_RESTARTS'].includes(name));
}

const source = path.join(import.meta.dirname, '../src');

test('a list of words in a document has those of the code, and no other', () => {
  const lists: readonly (readonly [where: string, told: readonly string[], words: readonly string[]])[] = [
    [
      'absence in bridge.md',
      passage('docs/bridge.md', '`absence` says why', 'It is null').filter((word) => !word.includes('.')),
      absence.options,
    ],
    ['absence in window.md', column('docs/window.md', '| word | what the window says'), absence.options],
    ['reasons in command.md', column('docs/command.md', '| reason '), reasons],
    ['verbs in command.md', column('docs/command.md', '| verb '), actionVerbs.filter((verb) => !unavailableVerbs.includes(verb))],
    ['errors in configuration.md', column('docs/configuration.md', '| `error` '), settingsErrors],
    [
      'documents in configuration.md',
      passage('docs/configuration.md', 'Documents are', 'and `python'),
      Object.keys(documents).slice(0, -1),
    ],
    [
      'levels in configuration.md',
      passage('docs/configuration.md', '`level`:', 'It holds for'),
      loggingDocument.shape.level.unwrap().options,
    ],
    ['variables in README.md', column('README.md', '| variable '), variablesAsked()],
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

/** The names of a document's keys as the document of them has it: `save.policy`, but those of `index_refresh` by themselves. */
function keysOf(value: object, prefix = ''): readonly string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return isGroup ? keysOf(inner, key === 'index_refresh' ? '' : `${key}.`) : [`${prefix}${key}`];
  });
}

test('every key of a configuration document stands in docs/configuration.md', () => {
  const keys = Object.values(documents).flatMap(({ schema }) => keysOf(schema.parse({})));
  assert.ok(keys.includes('save.policy') && keys.includes('daily_time'));
  assertSays(
    'docs/configuration.md',
    keys.map((key) => `\`${key}\``),
  );
});

test('what the window says of an absent copy stands in docs/window.md', () => {
  const saying = (word: string) => ({ raw: { absence: word } }) as unknown as HubWindowSnapshot;
  assertSays(
    'docs/window.md',
    absence.options.map((word) => `| \`${word}\` | ${shownAbsence(saying(word), 'watching')} |`),
  );
});
