/** Logs as a busy Hub writes them: copies on their way through the components, requests of programs, restarts and errors. Always the same ones. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { type LogPaths, logsOf } from '../../src/logs/log-names.ts';

/** Two weeks, so that the lines are of many days. */
const spanMs = 14 * 86_400_000;
/** The shared log is rotated sooner: it has this part of the lines, the last one. */
const sharedPart = 0.1;
const writtenAtOnce = 20_000;

type Fields = Readonly<Record<string, string | number | boolean | null>>;

export interface MadeLogs {
  readonly lines: number;
  readonly bytes: number;
  /** Of one copy that is in the middle. */
  readonly fragmentId: number;
  readonly fromMs: number;
}

/** Writes `lines` lines, each once in its component's own log; `logs`: the folder. */
export function makeLogs(logs: string, lines: number): MadeLogs {
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const random = numbers(0x5eed);
  const fromMs = Date.UTC(2026, 2, 1);
  const paths = new Map(logsOf(logs).map((each) => [componentOf(each), each.current]));
  const waiting = new Map<string, string[]>();
  let [made, bytes, copies, lastMs] = [0, 0, 0, fromMs];
  const flush = (): void => {
    for (const [component, texts] of waiting) appendFileSync(paths.get(component) ?? '', texts.splice(0).join(''), { mode: 0o600 });
  };
  const log = (component: string, level: string, afterMs: number, event: string, fields: Fields): void => {
    if (made === lines) return;
    lastMs += afterMs;
    const time = new Date(Math.floor(lastMs)).toISOString();
    const pid = 4_000 + component.length + 100 * Math.floor(made / 200_000);
    const text = `${JSON.stringify({ level, time, component, pid, event, ...fields })}\n`;
    for (const file of made >= lines * (1 - sharedPart) ? [component, 'shared'] : [component]) {
      const texts = waiting.get(file) ?? [];
      texts.push(text);
      waiting.set(file, texts);
      bytes += text.length;
    }
    made += 1;
    if (made % writtenAtOnce === 0) flush();
  };
  const ms = (most: number): number => Math.round(random() * most * 1_000) / 1_000;
  while (made < lines) {
    copies += 1;
    const ids = { captureId: copies, fragmentId: copies + 300 };
    const size = Math.floor(random() * 20_000);
    log('clipboard', 'DEBUG', (random() * spanMs * 12) / lines, 'x targets listed', { ordinal: copies, formats: 7, ms: ms(2) });
    log('clipboard', 'DEBUG', 1, 'x target answered', { ordinal: copies, target: 'text/html', ended: 'answered', bytes: size, ms: ms(3) });
    log('clipboard', 'INFO', 2, 'copied', {
      ...ids,
      ordinal: copies,
      fragments: 1,
      formats: 2,
      bytes: size,
      readMs: ms(4),
      recordMs: ms(5),
    });
    log('clipboard', 'DEBUG', 0, 'tells', { to: 'python_core', kind: 'captured' });
    log('python_core', 'DEBUG', 0, 'told', { kind: 'captured', by: 'clipboard' });
    for (const stage of ['detect', 'secrets', 'index']) log('python_core', 'DEBUG', 1, 'judge stage', { ...ids, stage, ms: ms(3) });
    const verdict = random() < 0.6 ? 'save' : 'keep';
    log('python_core', 'INFO', 1, 'judged', {
      ...ids,
      verdict,
      because: verdict === 'save' ? null : 'plain-text',
      typed: random() < 0.5,
      ms: ms(9),
    });
    if (verdict === 'save' && random() < 0.01)
      log('save_worker', 'ERROR', 4, 'save failed', { ...ids, reason: 'disk_full', attempt: 1, retryInMs: 2_000 });
    else if (verdict === 'save')
      log('save_worker', 'INFO', 4, 'saved', { ...ids, bytes: size, duplicate: false, recorded: true, ms: ms(20) });
    log('hub', 'DEBUG', 6, 'command', { kind: 'drawn' });
    log('python_core', 'DEBUG', 2, 'request', { method: 'GET', route: 'source', status: 200, whole: true, ms: ms(4) });
    if (random() < 0.02) log('supervisor', 'WARN', 9, 'component killed, it did not stop in time', { of: 'hub' });
    if (random() < 0.0004)
      log('python_core', 'CRITICAL', 9, 'unexpected error, the process exits', { code: 'ENOSPC', origin: 'captures.ts-41' });
  }
  flush();
  return { lines, bytes, fragmentId: Math.floor(copies / 2) + 300, fromMs };
}

function componentOf({ current, isShared }: LogPaths): string {
  if (isShared) return 'shared';
  const name = current.replace(/^.*[\\/]/, '').replace(/\.log$/, '');
  return name === 'Hub.App' ? 'hub' : name;
}

/** Mulberry32, in 0..1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
