/**
 * The supervisor's process, which `hub run` becomes. First the lock (a single Hub for a home), then logging, then the pipe, and only
 * then any component (§4.4).
 */
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { deferred } from '../../base/deadline.ts';
import { serveLines } from '../../base/line-pipe.ts';
import { openLog } from '../../base/log.ts';
import { takeProcessLock } from '../../base/process-lock.ts';
import { releaseStartMemory } from '../../base/start-memory.ts';
import { portOf } from '../../domain/port.ts';
import { activeWorkspace } from '../../domain/workspace.ts';
import { locate } from '../../platform/locations.ts';
import { surroundings } from '../../platform/surroundings.ts';
import { dieOnBugs } from '../die-on-bugs.ts';
import { openHubDocument } from '../documents.ts';
import { logFiles } from '../log-files.ts';
import { controlPipe } from './control-pipe.ts';
import { announceReady, announceStopping } from './foreground.ts';
import { makeWorkspace, prepareHome, prepareJournal } from './prepare-home.ts';
import { rotateLogs } from './rotate-logs.ts';
import { createSupervisor } from './supervisor.ts';

const places = locate(surroundings(process.env));
const prepared = prepareHome(places);
if (!prepared.ok) fail(`hub: ${prepared.detail}`);
const lock = takeProcessLock(path.join(places.run, 'supervisor.lock'));
if (!lock.ok) fail(`hub: a Hub is running already for ${places.home}`);

for (const name of ['HUB_BRIDGE_PORT', 'HUB_WEB_PORT']) {
  if (portOf(process.env[name], 0) === null) fail(`hub: ${name} has to be a port, from 0 (a free one) to 65535`);
}
rotateLogs(places.logs);

await using parts = new AsyncDisposableStack();
const debug = process.env.HUB_DEBUG === 'true';
const log = parts.use(openLog({ component: 'supervisor', files: logFiles(places, 'supervisor'), level: debug ? 'DEBUG' : 'INFO' }));
dieOnBugs(log);
const catalog = parts.use(openHubDocument('workspaces', { places, log }));
const workspace = (): string =>
  activeWorkspace(catalog.value, { override: places.workspaceOverride, defaultPath: places.defaultWorkspace, userHome: places.userHome });
const supervisor = createSupervisor({ log, env: process.env, showOutput: debug });
const shutdown = deferred<number>();
const pipe = await serveLines({
  path: places.pipe('supervisor'),
  answer: controlPipe({ supervisor, home: places.home, workspace, shutdown: shutdown.resolve }),
});
if (!pipe.ok) fail(`hub: the control pipe can't be served: ${pipe.reason}, ${pipe.detail}`);
parts.use(pipe.value);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shutdown.resolve(10_000));

log.info('starting');
prepareJournal(places, log);
makeWorkspace(workspace());
void supervisor.start().then(() => {
  announceReady({ places, workspace: workspace(), ports: supervisor.ports(), components: supervisor.status() });
  releaseStartMemory(3_000);
  flushCompileCache();
});
const timeoutMs = await shutdown.promise;
announceStopping();
await supervisor.stop(timeoutMs);
log.info('stopped');

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
