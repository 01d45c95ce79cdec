/**
 * The bridge: `GET /source`, alternating with a bare `node:http` server that answers the same bytes, and `POST /api/save/test`, compared with the speed of
 * the disk. Client and servers are separate processes, and the bare server has the same Node flags and priority as the core.
 */
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startXDisplay } from '../test/harness/desktop/x-display.ts';
import { TestHub } from '../test/harness/hub.ts';
import type { Bench } from './bench.ts';
import { median } from './measuring/percentiles.ts';
import { tryProcessorMs } from './measuring/process-time.ts';
import { type Report, statisticCells, statisticColumns } from './measuring/report.ts';
import { sampleText } from './measuring/sample-text.ts';
import { flagsOf } from './node-flags.ts';
import type { BareCommand, BareReply } from './programs/bare-http-program.ts';
import type { CopyCommand, CopyReply } from './programs/copying-program.ts';
import type { WriteCommand, WriteReply } from './programs/durable-write-program.ts';
import type { LoadCommand, LoadReply } from './programs/http-load-program.ts';
import { Program } from './programs/program.ts';

type Load = Program<LoadCommand, LoadReply>;
type Owner = Program<CopyCommand, CopyReply>;

const rounds = 7;
const seconds = 3;
const warmUpSeconds = 2;
const connections = 16;
const copiedBytes = 3_000;
const savedBytes = 4_096;

export const bridge: Bench = {
  about: 'GET /source compared with a bare node:http server; POST /api/save/test compared with the disk',
  run: async (report, parts) => {
    const display = parts.use(await startXDisplay());
    const hub = parts.use(new TestHub({ DISPLAY: display.name }));
    const { ports, components } = await hub.start();
    const owner: Owner = parts.use(await Program.start('copying-program.ts', [display.name]));
    await copySomething(hub, owner);
    const load: Load = parts.use(await Program.start('http-load-program.ts'));

    const corePid = components.find(({ id }) => id === 'python_core')?.pid ?? 0;
    const flags = flagsOf(corePid);
    const bare = await Program.start<BareCommand, BareReply>('bare-http-program.ts', [], { flags, niceness: os.getPriority(corePid) });
    parts.use(bare);
    const answer = await hub.request('GET', '/source');
    const { port: barePort } = await bare.ask({ headers: headersOf(answer.headers), body: answer.body.toString('latin1') });
    report.note(`GET /source is ${answer.body.length} bytes. Both servers run with ${flags.join(' ')}.`);
    await measureReads(report, load, { hub: { port: ports.bridge ?? 0, pid: corePid }, bare: { port: barePort, pid: bare.pid } });
    await bare[Symbol.asyncDispose]();

    const disk: Program<WriteCommand, WriteReply> = parts.use(await Program.start('durable-write-program.ts'));
    await measureSaves(report, { load, disk, port: ports.bridge ?? 0, root: hub.root });
  },
};

/** One text, so that the snapshot is a typical one; it becomes empty once its owner is gone. */
async function copySomething(hub: TestHub, owner: Owner): Promise<void> {
  const text = sampleText(0, copiedBytes);
  await owner.ask({ text });
  await hub.source(({ clipboardFragments: [first] }) => first?.text === text && first.state === 'saved');
}

/** Headers that a server sets itself; Node adds the others. */
function headersOf(headers: Readonly<Record<string, string | string[] | undefined>>): readonly string[] {
  const ofNode = ['date', 'connection', 'keep-alive'];
  return Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' && !ofNode.includes(name) ? [name, value] : []));
}

interface Server {
  readonly port: number;
  readonly pid: number;
}

interface Read extends LoadReply {
  /** Processor time of the server per answer. It distinguishes the two on a busy machine too, where rates show what else was running. */
  readonly processorUs: number;
}

async function measureReads(report: Report, load: Load, { hub, bare }: { readonly hub: Server; readonly bare: Server }): Promise<void> {
  const read = async ({ port, pid }: Server, forSeconds: number): Promise<Read> => {
    const beforeMs = tryProcessorMs(pid) ?? Number.NaN;
    const reply = await load.ask({ kind: 'get', path: '/source', port, connections, seconds: forSeconds });
    const spentMs = (tryProcessorMs(pid) ?? Number.NaN) - beforeMs;
    return { ...reply, processorUs: (spentMs * 1_000) / reply.latencyMs.samples };
  };
  await read(bare, warmUpSeconds);
  await read(hub, warmUpSeconds);
  const results: { readonly hub: Read; readonly bare: Read }[] = [];
  for (let round = 0; round < rounds; round += 1) results.push({ hub: await read(hub, seconds), bare: await read(bare, seconds) });
  const ratios = results.map((result) => result.hub.perSecond / result.bare.perSecond);
  report.table(
    `GET /source, ${connections} connections, ${rounds} alternating rounds of ${seconds} s; µs of processor time per answer`,
    ['', 'Hub /s', 'p50 ms', 'p99 ms', 'µs', 'bare /s', 'p50 ms', 'p99 ms', 'µs', 'ratio'],
    results.map((result, round) => [
      `round ${round + 1}`,
      ...rateCells(result.hub),
      ...rateCells(result.bare),
      ratios[round]?.toFixed(2) ?? null,
    ]),
  );
  const refused = results.reduce((sum, result) => sum + result.hub.refused + result.bare.refused, 0);
  if (refused > 0) report.note(`${refused} answers were not 200.`);
  const ofProcessor = median(results.map((result) => result.bare.processorUs / result.hub.processorUs));
  report.note(`By processor time per answer, Hub reaches ${ofProcessor.toFixed(2)} of the bare server's rate (median).`);
  report.target({
    what: 'GET /source, relative to the bare server’s rate (median)',
    figure: median(ratios),
    limit: 0.6,
    better: 'higher',
    unit: '×',
  });
}

function rateCells({ perSecond, latencyMs, processorUs }: Read): readonly string[] {
  return [perSecond.toFixed(0), latencyMs.p50.toFixed(2), latencyMs.p99.toFixed(2), processorUs.toFixed(1)];
}

interface SaveParts {
  readonly load: Load;
  readonly disk: Program<WriteCommand, WriteReply>;
  readonly port: number;
  readonly root: string;
}

async function measureSaves(report: Report, { load, disk, port, root }: SaveParts): Promise<void> {
  const folder = path.join(root, 'plain-writes');
  mkdirSync(folder);
  const save = (label: string, at: number): Promise<LoadReply> =>
    load.ask({ kind: 'save', label, contentBytes: savedBytes, port, connections: at, seconds });
  await save('warm-up', 1);
  const rows: (readonly string[])[] = [];
  const oneByOne: number[] = [];
  const crowded: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const one = await save(`one-${round}`, 1);
    const many = await save(`many-${round}`, connections);
    const limit = await disk.ask({ folder, bytes: savedBytes, seconds, label: `plain-${round}` });
    oneByOne.push(one.perSecond / limit.perSecond);
    crowded.push(many.perSecond / limit.perSecond);
    for (const [name, result] of [
      ['Hub, 1 connection', one],
      [`Hub, ${connections} connections`, many],
      ['the disk', limit],
    ] as const)
      rows.push([`round ${round}: ${name}`, result.perSecond.toFixed(0), ...statisticCells(result.latencyMs)]);
    if (one.refused + many.refused > 0) report.note(`${one.refused + many.refused} saves were refused in round ${round}.`);
  }
  report.table(`POST /api/save/test with ${savedBytes} bytes, latency in ms`, ['', 'saves/s', ...statisticColumns], rows);
  report.note(
    `Relative to the disk’s rate (median): ${median(oneByOne).toFixed(2)} with one connection, ${median(crowded).toFixed(2)} with ${connections}. ` +
      'The plain write flushes a file and its folder; a save flushes the journal before them.',
  );
}
