/** `hub start` and `hub stop`: Hub in the background. */
import { spawn } from 'node:child_process';
import type { HubStatus } from '../contract/supervisor.ts';
import { askStatus, requestShutdown } from './supervisor-client.ts';
import { type ExitStatus, failedBecause, notRunning, printJson, type Surface } from './surface.ts';

const startWithinMs = 30_000;
const stopWithinMs = 20_000;
const askEveryMs = 50;

export interface StartOptions {
  readonly json?: boolean;
  readonly headless?: boolean;
}

/** Starts Hub and waits until every component is up or has been given up. `program` is the command's own file. */
export async function start(surface: Surface, program: string, options: StartOptions): Promise<ExitStatus> {
  const running = await askStatus(surface.places, 500);
  if (running !== null) return report(surface, running, options, 'Hub is running already.');
  const child = spawn(process.execPath, [...process.execArgv, program, 'run', ...(options.headless ? ['--headless'] : [])], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let said = '';
  let ended = false;
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  child.once('exit', () => {
    ended = true;
  });
  const status = await waitFor(startWithinMs, async () => {
    if (ended) return 'ended';
    const told = await askStatus(surface.places, 1_000);
    return told?.components.every((component) => settled(component.state)) ? told : null;
  });
  child.stderr.destroy();
  child.unref();
  if (status === 'ended')
    return failedBecause(surface, said.trim().replace(/^hub: /, '') || 'Hub ended as soon as it was started; see its logs');
  if (status === null) return failedBecause(surface, `Hub was not ready within ${startWithinMs / 1_000} s; see: hub status`);
  return report(surface, status, options, 'Hub is ready.');
}

/** Stops Hub and waits until it is gone. */
export async function stop(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const before = await askStatus(surface.places, 2_000);
  if (before === null || !(await requestShutdown(surface.places, 2_000))) return notRunning(surface);
  const gone = await waitFor(stopWithinMs, async () =>
    (await askStatus(surface.places, 500)) === null && !anyAlive(before) ? true : null,
  );
  if (gone === null) return failedBecause(surface, `Hub did not stop within ${stopWithinMs / 1_000} s`);
  if (options.json) printJson(surface, { ok: true });
  else surface.print('Hub has stopped.');
  return 0;
}

function settled(state: string): boolean {
  return state !== 'starting' && state !== 'backoff';
}

function anyAlive(status: HubStatus): boolean {
  return status.components.some(({ pid }) => pid !== null && isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function report(surface: Surface, status: HubStatus, options: StartOptions, headline: string): ExitStatus {
  const failed = status.components.filter((component) => component.state === 'failed');
  if (options.json) printJson(surface, status);
  else {
    surface.print(headline);
    for (const { id, state, reason } of status.components)
      surface.print(`  ${id.padEnd(14)}${state}${reason === null ? '' : `: ${reason}`}`);
  }
  return failed.length === 0 ? 0 : 1;
}

async function waitFor<Value>(withinMs: number, look: () => Promise<Value | null>): Promise<Value | null> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null || performance.now() > endMs) return seen;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}
