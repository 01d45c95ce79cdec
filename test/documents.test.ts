/** What the documents say in figures and words is what the code has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { linePipeLimits } from '../src/base/line-pipe.ts';
import { bridgeRoutes } from '../src/contract/bridge.ts';
import { listenerRoutes } from '../src/contract/listener.ts';
import type { Route } from '../src/contract/routes.ts';
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
    `keep-alive ${seconds(limits.keepAliveMs)}; ${seconds(limits.stillMs)} in which a client takes nothing of its answer`,
    `A comment comes every ${seconds(limits.eventKeepAliveMs)}; a client that takes nothing for ${seconds(limits.eventStalledMs)}`,
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
