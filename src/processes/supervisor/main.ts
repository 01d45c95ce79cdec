/**
 * The supervisor's process, which `hub run` becomes. First the lock (one Hub per home) and the pipe for later launches, then logging, then DPI
 * awareness, and only then any component, so that no window opens before that (§4.4).
 *
 * Up to the first component it accesses its disk synchronously: home, lock, the last record of processes, journal. From then on nothing here waits
 * for a disk, so that heartbeats are received and `hub status` is answered; the one exception is a check of the documents of the WorkSpaces and of the logs
 * every 2 s, which the system has in memory.
 */

import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { removeLeftoverTemporaries } from '../../base/files/durable-file.ts';
import { type Log, openLog } from '../../base/log.ts';
import { releaseMemory } from '../../base/memory.ts';
import { switchSetting } from '../../base/on-off-setting.ts';
import { askLine } from '../../base/pipes/ask-line.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { speakAs } from '../../configuration/speak-language.ts';
import { desktopIn } from '../../contract/desktop/desktop-environment.ts';
import { say, sayHeard, speak, told } from '../../domain/language/say.ts';
import { portOf } from '../../domain/port-setting.ts';
import { activeWorkspace } from '../../domain/saving/workspace.ts';
import { noticedCrash } from '../../home-processes/last-run.ts';
import { recordName } from '../../home-processes/process-record.ts';
import { logFiles } from '../../logs/log-names.ts';
import { makeDpiAware } from '../../platform/dpi-awareness/index.ts';
import { folderOpener } from '../../platform/folder-opener/index.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { pipeSecurity } from '../../platform/pipe-security/index.ts';
import { openProcessIdentity } from '../../platform/process-identity/index.ts';
import { reachedPipe, tryNoteSockets } from '../../platform/reached-pipe.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { openHubDocument } from '../documents.ts';
import { exitEvenWithoutDisk, exitOnBugs, killIfDiskHangs } from '../exit-process.ts';
import { followLogLevel } from '../follow-log-level.ts';
import { servePipe } from '../serve-pipe.ts';
import { type ComponentPlan, componentsHere } from './components.ts';
import { hubDesktop } from './desktop/hub-desktop.ts';
import { recoverJournal } from './journal-recovery.ts';
import { killLeftoverProcesses } from './leftover-processes.ts';
import { prepareHome, prepareJournal, takeHomeLock } from './prepare-home.ts';
import { openProcessRecord } from './process-record.ts';
import { failureOfLastRun, openRunMark, reportLastRun } from './run-mark.ts';
import { announceReady, announceStopping, StartupOrder } from './startup-report.ts';
import { createSupervisor } from './supervisor.ts';
import { type ActionRouter, createActionRouter, launchAnsweredWithinMs, singleInstancePipe, tellCapture } from './verbs/action-router.ts';
import { chatResults, textResults } from './verbs/awaited-results.ts';
import { openCapturePause } from './verbs/capture-pause.ts';
import { commandRuns } from './verbs/command-runs.ts';
import { controlPipe } from './verbs/control-pipe.ts';
import { startOrForward } from './verbs/single-instance.ts';

const usualStopMs = 10_000;
/** For what the last supervisor left: a process that still runs notices that its channel has closed. */
const survivorsEndWithinMs = 1_500;

const places = locatePlaces(readSurroundings(process.env));
if (places.relativeVariable !== null) fail(told('{name} must be an absolute path', { name: places.relativeVariable }));
const refused = prepareHome(places);
if (refused !== null) fail(refused);
for (const name of ['HUB_BRIDGE_PORT', 'HUB_WEB_PORT']) {
  if (portOf(process.env[name], 0) === null) fail(told('{name} must be a port from 0 (any free one) to 65535', { name }));
}

const headless = process.argv.includes('--headless');
/** The window is there, for the tray icon and the next `restore`, and is not shown by itself. */
const isHidden = process.argv.includes('--hidden');
const order = new StartupOrder();
const launchedOn = process.platform === 'linux' ? desktopIn(process.env) : null;
const answerWithinMs = launchedOn === null ? launchAnsweredWithinMs.here : launchAnsweredWithinMs.withDesktop;
const launched = await startOrForward({
  takeLock: () => takeHomeLock(places, fail),
  ask: (request, timeoutMs) => askLine(reachedPipe(places, 'single-instance'), request, { timeoutMs, isOurs: pipeSecurity?.isOurs }),
  verb: 'restore',
  headless: headless || isHidden,
  desktop: launchedOn,
  answerWithinMs,
  withinMs: answerWithinMs + usualStopMs,
});
if (launched.kind === 'no-answer')
  fail(told('Hub is already running for {home} but does not answer; end it with: hub stop --force', { home: places.home }));
if (launched.kind === 'handed-over') {
  const { detail } = launched;
  inUserLanguage(() => {
    const running = say('Hub is already running for {home}.', { home: places.home });
    process.stdout.write(`${detail === null ? running : `${running} ${sayHeard(detail)}`}\n`);
  });
  process.exit(0);
}
order.done('lock');

await using parts = new AsyncDisposableStack();
parts.defer(killIfDiskHangs);
const router = Promise.withResolvers<ActionRouter>();
/** There is none before the pipe. */
let written: Log | null = null;
await serve('single-instance', singleInstancePipe(router.promise));
const unnoted = tryNoteSockets(places);
order.done('pipe');

const debugSwitch = switchSetting(process.env.HUB_DEBUG);
const debug = debugSwitch === true;
const log = parts.use(
  // Written later: while a line waits for the disk, heartbeats are received and `hub status` is answered.
  openLog({ component: 'supervisor', files: logFiles(places.logs, 'supervisor'), level: debug ? 'DEBUG' : 'INFO', written: 'later' }),
);
written = log;
exitOnBugs(log, exitEvenWithoutDisk);
log.info('starting');
if (debugSwitch === null) log.warn('HUB_DEBUG is not valid and counts as off');
order.done('logging');
order.showIn(log);
if (unnoted !== null) log.warn('folder of the sockets not noted', { code: unnoted });
const crash = reportLastRun(places.run, log, Date.now()) ?? noticedCrash(places.run);
if (places.socketsMoved) log.warn('the usual path of the sockets is too long, they are in another folder');
log.info('dpi awareness', { is: makeDpiAware() });
order.done('dpi-awareness');

parts.use(followLogLevel({ places, log, debug }));
const catalog = parts.use(openHubDocument('workspaces', { places, log }));
const workspace = (): string =>
  activeWorkspace(catalog.value, { override: places.workspaceOverride, defaultPath: places.defaultWorkspace, userHome: places.userHome });
const processes = { file: path.join(places.run, recordName), identity: await openProcessIdentity(), log };
await killLeftoverProcesses({ ...processes, waitMs: survivorsEndWithinMs });
const results = { text: textResults(), chat: chatResults() };
const supervisor = createSupervisor({
  log,
  lastFailure: () => failureOfLastRun(crash, Date.now()),
  hear: (message) => {
    results.text.hear(message);
    results.chat.hear(message);
  },
  hearEnd: (id) => {
    if (id === 'python_core') results.text.componentEnded();
    if (id === 'hub') results.chat.componentEnded();
  },
  env: () => (isHidden ? { ...process.env, HUB_WINDOW: 'hidden' } : process.env),
  showOutput: debug,
  plans: plansHere(),
  record: parts.use(openProcessRecord(processes)),
  ownLog: (id) => logFiles(places.logs, id)[0],
});
const shutdown = Promise.withResolvers<number>();
let stopping = false;
const mark = parts.use(openRunMark({ run: places.run, log, platform: process.platform }));
const beginShutdown = (timeoutMs: number): void => {
  stopping = true;
  void mark.end();
  shutdown.resolve(timeoutMs);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => beginShutdown(usualStopMs));
const capture = parts.use(await openCapturePause({ places, changed: () => void tellCapture({ supervisor }, 'resume-capture') }));
// The environment of this process is that of the desktop that Hub is on: whatever is started from now on gets it.
const desktop = hubDesktop({
  env: process.env,
  log,
  isStopping: () => stopping,
  renew: () => void supervisor.renewOnDesktop(plansHere()),
});
const opener = folderOpener({ platform: process.platform, env: process.env });
router.resolve(
  createActionRouter({
    log,
    supervisor,
    opener,
    desktop,
    capture,
    results,
    workspace,
    logs: places.logs,
    shutdown: () => beginShutdown(usualStopMs),
    isStopping: () => stopping,
  }),
);
const runCommand = commandRuns({ env: process.env });
await serve('supervisor', controlPipe({ supervisor, places, workspace, opener, runCommand, desktop, shutdown: beginShutdown }));

// What a process left that was killed, such as the copy of a key.
await removeLeftoverTemporaries(path.dirname(places.journal));
const journal = prepareJournal(places, log);
if (!journal.ok) fail(journal.detail ?? places.journal);
parts.use(recoverJournal({ places, supervisor, log }));
mark.begin();
order.done('components');
void supervisor.start().then(() => {
  inUserLanguage(() => announceReady({ places, workspace: workspace(), ports: supervisor.ports(), components: supervisor.status() }));
  releaseMemory(3_000);
  flushCompileCache();
});
const timeoutMs = await shutdown.promise;
inUserLanguage(announceStopping);
await supervisor.stop(timeoutMs);
log.info('stopped');

function plansHere(): readonly ComponentPlan[] {
  return componentsHere({ headless, platform: process.platform, env: process.env });
}

async function serve(name: 'single-instance' | 'supervisor', answer: (request: unknown) => unknown): Promise<void> {
  const served = await servePipe({
    places,
    name,
    answer,
    log: () => written,
    onDisturbed: (what) => log.warn('pipe disturbed', { pipe: name, what }),
  });
  if (!served.ok) fail(served.detail ?? name);
  parts.use(served.value);
}

/** To the terminal of `hub run`. What this process tells other processes is English, so it speaks another language only for so long. */
function inUserLanguage(write: () => void): void {
  speakAs(effectiveDocument(places, 'hub').value.language, process.env);
  write();
  speak('en');
}

/** `why`: a sentence that was told, or what says one. */
function fail(why: string | (() => string)): never {
  inUserLanguage(() => process.stderr.write(`hub: ${typeof why === 'string' ? sayHeard(why) : why()}\n`));
  process.exit(1);
}
