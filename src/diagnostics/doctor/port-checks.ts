/** Whether the ports of both servers are Hub's, or free; and who has them otherwise. */
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { say } from '../../domain/language/say.ts';
import { portOf } from '../../domain/port-setting.ts';
import { type PortHolder, readPortHolder } from '../../platform/port-holder.ts';
import {
  type Check,
  type CheckFacts,
  type CheckFinding,
  failure,
  fine,
  hasFailed,
  isDown,
  isSilent,
  type OwnFinding,
  seeHub,
  toldBy,
} from './check.ts';

const servers = [
  { server: 'bridge', component: 'python_core', variable: 'HUB_BRIDGE_PORT', usual: 5_001, title: () => say('Bridge port') },
  { server: 'web', component: 'web_listener', variable: 'HUB_WEB_PORT', usual: 5_000, title: () => say('Web listener port') },
] as const;
type Server = (typeof servers)[number];
const largestPort = 65_535;
/** Each component is started with it (`src/home-processes/process-record.ts`). */
const instanceVariable = 'HUB_INSTANCE';

async function lookAtPort(
  { server, component, variable, usual }: Server,
  { status, env, places }: CheckFacts,
): Promise<readonly OwnFinding[]> {
  const listening = status.ok ? status.value.ports[server] : null;
  if (listening !== null) return [fine(say('Hub listens on {port}', { port: listening }), 'ours')];
  const port = portOf(env[variable], usual);
  if (port === null)
    return [
      failure(
        'no-port',
        say('{variable} is not a port number', { variable }),
        say('unset {variable}, or set a number up to 65535', { variable }),
      ),
    ];
  if (port === 0) return [fine(say('any free port'), 'any')];
  const same = servers.find((other) => other.server !== server && port === portWanted(other, { status, env }));
  if (same !== undefined) return [bothAt(server, port, variable, status.ok)];
  if (isSilent(status)) return [seeHub()];
  const refused = await tryToListen(port);
  // The port that a running Hub wants is in its own environment, not in ours.
  if (refused === null && status.ok && isDown(status.value, component)) return [hasFailed(status.value, component) ?? []].flat();
  if (refused === null && status.ok)
    return [failure('not-listening', say('Hub is running but not listening'), say('restart it: hub stop && hub start'))];
  if (refused === null) return [fine(say('{port} is free', { port }), 'free')];
  if (refused === 'EACCES')
    return [
      failure(
        'no-permission',
        say('you are not allowed to use port {port}', { port }),
        say('choose another port: {command}', { command: startAt(5_101, variable, status.ok) }),
      ),
    ];
  return [heldBy(readPortHolder(port), { port, variable, isRunning: status.ok, home: places.home })];
}

/** The command that starts Hub at another port, which one that runs does not hear of. */
function startAt(port: number, variable: string, isRunning: boolean): string {
  return `${isRunning ? 'hub stop && ' : ''}${variable}=${port} hub start`;
}

/** Where Hub listens, or would. */
function portWanted({ server, variable, usual }: Server, { status, env }: Pick<CheckFacts, 'status' | 'env'>): number | null {
  return (status.ok ? status.value.ports[server] : null) ?? portOf(env[variable], usual);
}

/** One fault of both, which the first one reports. */
function bothAt(server: Server['server'], port: number, variable: string, isRunning: boolean): OwnFinding {
  const command = startAt(anotherPort(port), variable, isRunning);
  const says = say('both HUB_BRIDGE_PORT and HUB_WEB_PORT are {port}', { port });
  const mend = say('choose another port for one of them: {command}', { command });
  return server === 'bridge' ? failure('same-port', says, mend) : toldBy(['bridge-port'], 'same-port', says, mend);
}

interface HeldPort {
  readonly port: number;
  readonly variable: string;
  readonly isRunning: boolean;
  readonly home: string;
}

/** Null: it can't be told who has it. A process of a Hub is never to be killed: its supervisor would start it again. */
export function heldBy(holder: PortHolder | null, { port, variable, isRunning, home }: HeldPort): CheckFinding {
  const command = startAt(anotherPort(port), variable, isRunning);
  const other = say('or choose another port: {command}', { command });
  if (holder === null)
    return failure('held', say('{port} is held by another program', { port }), say('end that program, {other}', { other }));
  const { pid, program } = holder;
  const homeOfHub = hubHomeOf(holder);
  if (homeOfHub === null)
    return failure(
      'held',
      say('{port} is held by {program}, process {pid}', { port, program: program ?? '?', pid }),
      say('end it: kill {pid}; {other}', { pid, other }),
    );
  if (homeOfHub === home)
    return failure('held-by-hub', say('{port} is held by a process of this Hub', { port }), say('restart it: hub stop && hub start'));
  const says =
    homeOfHub === ''
      ? say('{port} is held by another Hub', { port })
      : say('{port} is held by another Hub (home {home})', { port, home: homeOfHub });
  return failure('held-by-hub', says, say('stop that one, or choose another port: {command}', { command }));
}

/** The home of the Hub that a process belongs to, empty if that is not known; null if it belongs to none. */
function hubHomeOf({ words, variable }: PortHolder): string | null {
  const isComponent = variable(instanceVariable) !== null && words.some((word) => /[/\\]src[/\\]processes[/\\]/.test(word));
  if (!isComponent) return null;
  const home = variable('HUB_HOME') ?? '';
  return home === '' ? '' : path.resolve(home);
}

/** One that is most likely free, and a port. */
export function anotherPort(port: number): number {
  return port + (port <= largestPort - 100 ? 100 : -100);
}

/** Null if it is free, else the system's error. */
async function tryToListen(port: number): Promise<string | null> {
  const server = net.createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    server.close();
  }
}

export const portChecks: readonly Check[] = servers.map((server) => ({
  id: `${server.server}-port`,
  title: server.title,
  run: (facts) => lookAtPort(server, facts),
}));
