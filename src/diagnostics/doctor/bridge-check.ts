/**
 * A test of the bridge that does what programs do: it saves a text, reads it back, tries to get past the gates as a page in a browser would, and removes
 * everything again. It writes, so it runs only for who names it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rmdir, unlink } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { tooLate, within } from '../../base/deadline.ts';
import { Bridge } from '../../client/bridge.ts';
import type { ComponentId } from '../../contract/components.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { heardProblem } from '../../domain/conditions/problem-words.ts';
import { say } from '../../domain/language/say.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, fine, isSilent, type OwnFinding, toldBy } from './check.ts';
import { judgeComponent } from './hub-checks.ts';

const callWithinMs = 15_000;
const gateWithinMs = 3_000;
const longestBytes = 65_536;
const seeLogs = () => say('check the log of the core: hub status, then Logs/python_core.log');

async function tryBridge({ status, nowMs }: CheckFacts): Promise<readonly OwnFinding[]> {
  if (isSilent(status)) return [toldBy(['hub'], 'see-hub', say('not tested: Hub does not answer'), 'hub doctor hub')];
  if (!status.ok) return [failure('not-running', say('Hub is not running'), 'hub start')];
  const { ports, workspace, components } = status.value;
  const stateOf = (wanted: ComponentId): ComponentStatus | undefined => components.find(({ id }) => id === wanted);
  if (ports.bridge === null) {
    const core = stateOf('python_core');
    if (core?.state === 'running') return [failure('not-listening', say('the bridge is not listening'), 'hub restart python_core')];
    const says = say('not tested: the bridge is not listening, and other checks say why');
    return [toldBy(checksOf(core, 'bridge-port', nowMs), 'see-core', says, 'hub doctor components bridge-port')];
  }
  const port = ports.bridge;
  const bridge = [
    ...(await saveAndReadBack(port, workspace)),
    await gates({ id: 'bridge', component: 'python_core', port, target: '/source' }),
  ];
  if (ports.web !== null)
    return [...bridge, await gates({ id: 'web_listener', component: 'web_listener', port: ports.web, target: '/api/connect' })];
  const says = say('not tested: the web listener is not listening, and other checks say why');
  const by = checksOf(stateOf('web_listener'), 'web-port', nowMs);
  return [...bridge, toldBy(by, 'see-web-listener', says, 'hub doctor components web-port')];
}

/** Which checks report why this component, whose port this is, does not listen. One that is only being started or is stopped is no fault for them, and is one here. */
function checksOf(component: ComponentStatus | undefined, port: string, nowMs: number): readonly string[] {
  if (component === undefined) return [];
  if (component.state === 'running') return [port];
  const found = judgeComponent(component, nowMs);
  if (found.some(({ failsIn }) => failsIn !== undefined)) return [port, 'components'];
  return found.some(({ verdict }) => verdict === 'failure') ? ['components'] : [];
}

async function saveAndReadBack(port: number, workspace: string): Promise<readonly CheckFinding[]> {
  const bridge = new Bridge(() => port, { timeoutMs: callWithinMs });
  const foldersBefore = new Set(await readdir(workspace).catch(() => []));
  const word = randomUUID().slice(0, 8);
  const content = `A test of the bridge by hub doctor, ${word}\n`;
  const startMs = performance.now();
  const saved = await bridge.saveText({ content, filename: `hub-doctor-${word}.txt` });
  if (!saved.ok && saved.reason === 'refused') return [failure('not-saved', heardProblem(saved.word, saved.detail), seeLogs())];
  if (!saved.ok) return [failure('no-answer', say('a request to save was not answered'), 'hub restart python_core')];
  const tookMs = Math.round(performance.now() - startMs);
  const { path: file, sha256 } = saved.value;
  const id = await fragmentAt(bridge, file);
  try {
    const onDisk = await readFile(file).catch(() => null);
    if (onDisk === null || digestOf(onDisk) !== sha256 || onDisk.toString() !== content)
      return [failure('wrong-file', say('the saved file is not what was sent'), seeLogs())];
    const read = id === null ? null : await bridge.content(id, longestBytes);
    if (read === null || !read.ok || Buffer.from(read.value.bytes).toString() !== content)
      return [failure('not-read', say('what was saved cannot be read back'), seeLogs())];
    return [fine(say('saved and read back in {ms} ms', { ms: tookMs }), 'saved')];
  } finally {
    if (id !== null) await bridge.delete(id, { now: true });
    await removeOwn(file, content, foldersBefore);
  }
}

async function fragmentAt(bridge: Bridge, file: string): Promise<string | null> {
  const listed = await bridge.fragments({ limit: 50 });
  return (listed.ok ? listed.value.items.find(({ savedPath }) => savedPath === file)?.id : undefined) ?? null;
}

/** Only what this test wrote: the file with this content, and a folder that was not there before. */
async function removeOwn(file: string, content: string, foldersBefore: ReadonlySet<string>): Promise<void> {
  const there = await readFile(file, 'utf8').catch(() => null);
  if (there === content) await unlink(file).catch(() => {});
  const folder = path.dirname(file);
  if (!foldersBefore.has(path.basename(folder))) await rmdir(folder).catch(() => {});
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A page that a name was rebound for, and a page of somebody else. */
const strangers = [
  { what: () => say('a foreign Host'), headers: { host: 'attacker.example' } },
  { what: () => say('a foreign Origin'), headers: { origin: 'https://attacker.example' } },
] as const;

interface Server {
  /** Its name in what is found. */
  readonly id: string;
  readonly component: ComponentId;
  readonly port: number;
  readonly target: string;
}

/** A server that answers nobody has no gate to try. */
async function gates({ id, component, port, target }: Server): Promise<CheckFinding> {
  for (const { what, headers } of strangers) {
    const status = await statusFor(port, target, headers);
    if (status === null) return failure('no-answer', say('{id}: listens but does not answer', { id }), `hub restart ${component}`);
    if (status !== 403)
      return failure(
        'gate-open',
        say('{id}: a request with {what} is answered with {status} instead of 403', { id, what: what(), status }),
        say('please report it, with a bundle: hub support-bundle'),
      );
  }
  return fine(say('{id}: refuses web pages', { id }), 'gate-closed');
}

/** Null without an answer. */
async function statusFor(port: number, target: string, headers: Readonly<Record<string, string>>): Promise<number | null> {
  const sent = http.request({ host: '127.0.0.1', port, path: target, headers, agent: false }).end();
  const answered = new Promise<number | null>((resolve) => {
    sent.once('response', ({ statusCode }) => resolve(statusCode ?? null));
    sent.on('error', () => resolve(null));
  });
  const status = await within(gateWithinMs, answered);
  sent.destroy();
  return status === tooLate ? null : status;
}

export const bridgeCheck: Check = {
  id: 'bridge',
  title: () => say('The bridge'),
  isOnRequest: true,
  withinMs: 2 * callWithinMs,
  run: tryBridge,
};
