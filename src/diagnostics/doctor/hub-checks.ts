/** Whether Hub runs, answers on its pipes, and is one version; and whether browsers are connected. */

import { lstat } from 'node:fs/promises';
import { done } from '../../base/outcome.ts';
import { systemTimeZone } from '../../base/timestamp.ts';
import { askNothing } from '../../client/ask-pipes.ts';
import { Bridge } from '../../client/bridge.ts';
import { type BridgeAnswer, refused } from '../../client/bridge-answer.ts';
import type { CallTime } from '../../client/call-time.ts';
import { bytesWithin, parsed, sendRequest } from '../../client/http-exchange.ts';
import type { ComponentId } from '../../contract/components.ts';
import type { ComponentStatus, HubStatus } from '../../contract/supervisor.ts';
import { version } from '../../contract/version.ts';
import { type ListenerStatus, listenerRoutes, listenerStatus } from '../../contract/web-listener/listener-routes.ts';
import { lacksDisplay, mendOfHeld } from '../../domain/conditions/capture-condition.ts';
import { isAboutDocuments } from '../../domain/conditions/document-condition.ts';
import { quotedPath } from '../../domain/conditions/folders/quoted-path.ts';
import { isDiskFull, isPartNotStarted } from '../../domain/conditions/part-not-started.ts';
import { componentName, componentStateName } from '../../domain/conditions/state-names.ts';
import { say } from '../../domain/language/say.ts';
import { heardCondition, isClosedWithin, isOfWorkspace } from '../../domain/saving/save-condition.ts';
import { timePhrase } from '../../domain/view/shown-time.ts';
import { type PipeName, pipeNames } from '../../platform/locations.ts';
import { reachedPipe } from '../../platform/reached-pipe.ts';
import {
  type Check,
  type CheckFacts,
  type CheckFinding,
  failure,
  fine,
  hasFailed,
  isDown,
  isSilent,
  note,
  type OwnFinding,
  seeHub,
  toldBy,
} from './check.ts';

/** On a busy machine a process that is well takes seconds. */
const answersWithinMs = 6_000;
/** Of one check: less than a bundle allows each. */
const withinMs = answersWithinMs + 1_000;
const again = () => say('restart it: hub stop && hub start');

async function lookAtHub({ status }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (status.ok) return [fine(say('is running'), 'runs')];
  if (status.reason === 'absent') return [note('not-running', say('is not running'), 'hub start')];
  if (status.reason === 'not-ours')
    return [
      failure(
        'sockets-not-ours',
        say('the folder of its sockets belongs to another user, or is open to others'),
        say('stop Hub, delete that folder, and start Hub again: hub start'),
      ),
    ];
  if (status.reason === 'not-understood') return [failure('another-version', say('its supervisor is a different version'), again())];
  return [failure('no-answer', say('its supervisor is running but does not answer'), 'hub stop --force')];
}

/** Without a running Hub there are none to look at. */
async function lookAtComponents({ status, nowMs }: CheckFacts): Promise<readonly OwnFinding[]> {
  if (!status.ok) return [];
  const silent = (await askVersions(status.value)).flatMap(([id, found]) =>
    found === '' && !isDown(status.value, id) ? [silentServer(id)] : [],
  );
  const wrong = [...status.value.components.flatMap((component) => judgeComponent(component, nowMs, status.value.workspace)), ...silent];
  return wrong.length > 0 ? wrong : [fine(say('all {count} are running', { count: status.value.components.length }))];
}

/** One that runs, and does not answer at the port where it listens. */
function silentServer(id: ComponentId): CheckFinding {
  return failure('no-answer', say('{id}: listens but does not answer', { id: componentName(id) }), `hub restart ${id}`);
}

/** Nothing for a component that runs and has nothing to say. `workspace`: the folder of the running Hub, for a command. */
export function judgeComponent({ id, state, reason, lastFailure }: ComponentStatus, nowMs: number, workspace = ''): readonly OwnFinding[] {
  const why = heardCondition(reason ?? '');
  const says = `${componentName(id)}: ${componentStateName(state)}${why === '' ? '' : `, ${why}`}`;
  const mend = id === 'supervisor' ? again() : `hub restart ${id}`;
  if (state === 'failed') return [failure('failed', says, mend)];
  if (state === 'degraded') {
    // The check of that port knows who has it.
    const port = id === 'web_listener' ? 'web-port' : 'bridge-port';
    if (/^port \d+ is taken /.test(reason ?? '')) return [toldBy([port], 'port', says, `hub doctor ${port}`)];
    if (isAboutDocuments({ id, reason })) return [toldBy(['configuration'], 'document', says, 'hub doctor configuration')];
    // Another monitor would look for the same display: it is the environment of the supervisor that names it.
    if (lacksDisplay(reason ?? '')) return [toldBy(['display'], 'no-display', says, say('in a terminal on your desktop: hub start'))];
    if (isPartNotStarted(reason)) return [failure('degraded', says, again())];
    const mendHeld = mendOfHeld(reason ?? '');
    if (mendHeld !== null)
      return [reason !== null && isDiskFull(reason) ? toldBy(['room'], 'degraded', says, mendHeld) : failure('degraded', says, mendHeld)];
    if (id !== 'save_worker') return [failure('degraded', says, say('do what the message says, or restart it: hub restart {id}', { id }))];
    if (isClosedWithin(reason ?? '')) return [failure('degraded', says, whichFolder(workspace))];
    const goesOn = say('do what the message says: Hub notices it, and saves what waits');
    return [isOfWorkspace(reason ?? '') ? toldBy(['workspace'], 'degraded', says, goesOn) : failure('degraded', says, goesOn)];
  }
  if (state === 'backoff' || state === 'starting') return [note(state, says, say('check again in a moment: hub status'))];
  // The reason why one was not started says what to do: without a display, a restart would fail.
  if (state === 'stopped' || state === 'stopping') return [why === '' ? note(state, says, mend) : note(state, says)];
  const said = why === '' ? [] : [note('says', says)];
  // The check of crashes tells how the last run of the supervisor ended.
  if (lastFailure === undefined || id === 'supervisor') return said;
  const { count, at, because } = lastFailure;
  const when = timePhrase(at, { nowMs, timeZone: systemTimeZone() });
  const told = say(
    '{id}: failed {count, plural, one {once} other {# times}} since Hub started, last {when} ({because}); it is running again',
    { id: componentName(id), count, when, because: heardCondition(because) },
  );
  // Its toolkit ends the process so when the display goes away, as at a logout.
  const isOfDisplay = id === 'hub' && because === 'ended with code 1';
  return [
    ...said,
    isOfDisplay
      ? note('restarted', say('{told}; with this code it also ends when its display goes away', { told }))
      : note('restarted', told, 'hub support-bundle'),
  ];
}

/** Only its saves know the folder. */
function whichFolder(workspace: string): string {
  return process.platform === 'linux'
    ? say('to see which: {command}; then: chmod u+rwx FOLDER', { command: `find ${quotedPath(workspace)} -type d ! -writable` })
    : say('give yourself permission to write to all folders in {place}', { place: workspace });
}

async function lookAtPipes({ places, status }: CheckFacts): Promise<readonly OwnFinding[]> {
  if (isSilent(status)) return [seeHub()];
  const found = await Promise.all(
    pipeNames.map(async (name): Promise<readonly CheckFinding[]> => {
      const asked = await askNothing(places, name, { timeoutMs: answersWithinMs });
      if (asked.ok)
        return status.ok ? [] : [note('another-program', say('{name}: something answers, but it is not a supervisor', { name }), again())];
      const server = serverOf[name];
      if (status.ok) {
        const mend = server === undefined ? again() : `hub restart ${server}`;
        return isDown(status.value, server) ? [] : [failure('no-answer', say('{name}: does not answer', { name }), mend)];
      }
      if (asked.reason === 'no-answer')
        return [note('another-program', say('{name}: something listens there and does not answer', { name }), again())];
      const isThere = (await lstat(reachedPipe(places, name)).catch(() => null)) !== null;
      return isThere ? [note('stale', say('{name}: left by a Hub that has ended; the next start takes it over', { name }))] : [];
    }),
  );
  const all = found.flat();
  if (all.length > 0) return all;
  if (!status.ok) return [fine(say('nothing is left over'))];
  const isOfOneDown = (name: PipeName): boolean => isDown(status.value, serverOf[name]);
  const down = pipeNames.filter(isOfOneDown).length;
  if (down === 0) return [fine(say('all {count} answer', { count: pipeNames.length }))];
  const says = say('{count} of {all} answer; the others belong to a component that is not running', {
    count: pipeNames.length - down,
    all: pipeNames.length,
  });
  const isToldElsewhere = pipeNames.some((name) => hasFailed(status.value, serverOf[name]) !== null);
  return [isToldElsewhere ? toldBy(['components'], 'one-down', says, 'hub doctor components') : note('one-down', says)];
}

/** The supervisor serves the others itself. */
const serverOf: Readonly<Partial<Record<PipeName, ComponentId>>> = { 'settings-host': 'settings_host', 'web-listener': 'web_listener' };

async function lookAtVersions({ status }: CheckFacts): Promise<readonly OwnFinding[]> {
  return status.ok ? judgeVersions(version, await askVersions(status.value)) : [];
}

type RunningVersion = readonly [id: ComponentId, version: string | null];

/** Null: it does not listen, which others say. '' : it listens and does not answer. */
async function askVersions({ ports: { bridge, web } }: HubStatus): Promise<readonly RunningVersion[]> {
  const [core, listener] = await Promise.all([
    bridge === null ? null : new Bridge(() => bridge, { timeoutMs: answersWithinMs }).coreVersion(),
    web === null ? null : askListenerStatus(web, { timeoutMs: answersWithinMs }),
  ]);
  return [
    ['python_core', core === null ? null : core.ok ? core.value : ''],
    ['web_listener', listener === null ? null : listener.ok ? listener.value.version : ''],
  ];
}

/** What does not answer is told by the check of the components. */
export function judgeVersions(installed: string, running: readonly RunningVersion[]): readonly OwnFinding[] {
  const wrong = running.flatMap(([id, found]) => {
    if (found === null || found === installed) return [];
    if (found === '')
      return [toldBy(['components'], 'no-answer', say('{id}: its version is unknown', { id: componentName(id) }), 'hub doctor components')];
    return [
      failure(
        'another-version',
        say('{id}: {found} is running, {installed} is installed', { id: componentName(id), found, installed }),
        again(),
      ),
    ];
  });
  return wrong.length > 0 ? wrong : [fine(installed)];
}

async function lookAtExtension({ status }: CheckFacts): Promise<readonly OwnFinding[]> {
  if (!status.ok) return [];
  const port = status.value.ports.web;
  if (port === null) return [hasFailed(status.value, 'web_listener') ?? []].flat();
  const listener = await askListenerStatus(port, { timeoutMs: answersWithinMs });
  if (!listener.ok) return [toldBy(['components'], 'no-answer', say('the web listener does not answer'), 'hub doctor components')];
  const { pairedExtensions: paired, connectedExtensions: connected } = listener.value;
  if (paired === 0) return [note('none', say('no browser is paired'), 'hub pair')];
  if (connected === 0)
    return [
      note(
        'not-connected',
        say('{paired} paired, none is connected', { paired }),
        say('open the browser, and look at the extension’s own page there'),
      ),
    ];
  return [fine(say('{connected} of {paired} connected', { connected, paired }))];
}

const longestBytes = 65_536;

/** What the web listener says about itself (§4.1). Never rejects. */
async function askListenerStatus(port: number, time: CallTime): Promise<BridgeAnswer<ListenerStatus>> {
  const { method, path } = listenerRoutes.status;
  const answer = await sendRequest(port, { method, path }, time, async (response) => {
    const body = parsed((await bytesWithin(response, longestBytes)) ?? Buffer.alloc(0));
    if (response.statusCode !== 200) return refused(response.statusCode ?? 0, body);
    const told = listenerStatus.safeParse(body);
    return told.success ? done(told.data) : refused(200, undefined);
  });
  return answer.ok ? answer.value : answer;
}

export const hubChecks: readonly Check[] = [
  { id: 'hub', title: () => 'Hub', run: lookAtHub },
  { id: 'components', title: () => say('Components'), needs: 'hub', withinMs, run: lookAtComponents },
  { id: 'pipes', title: () => say('Pipes'), withinMs, run: lookAtPipes },
  { id: 'versions', title: () => say('Versions'), needs: 'hub', withinMs, run: lookAtVersions },
];
export const extensionCheck: Check = {
  id: 'extension',
  title: () => say('Browser extension'),
  needs: 'hub',
  withinMs,
  run: lookAtExtension,
};
