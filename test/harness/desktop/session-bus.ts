/** A private session bus for a test: a real dbus-daemon on its own socket, which ends with the test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface SessionBus extends AsyncDisposable {
  /** The environment in which a program finds this bus and no other. */
  readonly env: { readonly DBUS_SESSION_BUS_ADDRESS: string };
  readonly socket: string;
  /** Ends the daemon at once, as a crash does. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts another daemon in its place. */
  again(): Promise<void>;
}

/** Which of these programs are not installed, or false: a value for `skip` of `node:test`. */
export function missingPrograms(...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => {
    try {
      execFileSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  return missing.length > 0 && `${missing.join(', ')} is not installed`;
}

/**
 * Starts a bus. With `services`, it activates the installed D-Bus services on demand, in this environment; otherwise only programs that connect by
 * themselves are on it.
 */
export async function startSessionBus(services?: NodeJS.ProcessEnv): Promise<SessionBus> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-bus-'));
  const socket = path.join(folder, 'bus');
  const configuration = path.join(folder, 'bus.conf');
  writeFileSync(configuration, configurationOf(socket, services !== undefined));
  let daemon = await startDaemon(configuration, services);
  const kill = () => end(daemon);
  const dispose = async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const again = async () => {
    rmSync(socket, { force: true });
    daemon = await startDaemon(configuration, services);
  };
  return { env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` }, socket, kill, again, [Symbol.asyncDispose]: dispose };
}

function configurationOf(socket: string, hasServices: boolean): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  ${hasServices ? '<standard_session_servicedirs/>' : ''}
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;
}

async function startDaemon(configuration: string, env: NodeJS.ProcessEnv = process.env): Promise<ChildProcess> {
  const daemon = spawn('dbus-daemon', [`--config-file=${configuration}`, '--nofork', '--print-address=3'], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const killWithUs = () => daemon.kill('SIGKILL');
  process.once('exit', killWithUs);
  daemon.once('exit', () => process.off('exit', killWithUs));
  const ended = once(daemon, 'exit').then(() => {
    throw new Error('dbus-daemon ended before it was ready');
  });
  await Promise.race([once(daemon.stdio[3] as Readable, 'data'), ended]);
  return daemon;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
