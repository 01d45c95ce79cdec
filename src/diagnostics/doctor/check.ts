/** What a check of `hub doctor` is, and what it finds. */
import { statSync } from 'node:fs';
import type { Outcome } from '../../base/outcome.ts';
import type { PipeFailure } from '../../client/ask-pipes.ts';
import type { ComponentId } from '../../contract/components.ts';
import type { HubStatus } from '../../contract/supervisor.ts';
import { say } from '../../domain/language/say.ts';
import type { Places } from '../../platform/locations.ts';

/** `note`: worth knowing, and nothing is broken. */
export type Verdict = 'ok' | 'note' | 'failure';

export interface CheckFinding {
  readonly verdict: Verdict;
  /** What was found, as one word for programs and bundles: it never carries a name, a path or a title. */
  readonly word: string;
  /** The same in one line for a person. */
  readonly says: string;
  /** What the person can do: a command where there is one. Every failure has one. */
  readonly mend?: string;
}

/** What one check finds. */
export interface OwnFinding extends CheckFinding {
  /**
   * Of a note: the checks that report the same fault as a failure. Where none of them is run and fails, the note is a failure itself, so that a run of one
   * check never ends well because another one, which was not run, would have said what is wrong.
   */
  readonly failsIn?: readonly string[];
}

export interface CheckFacts {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the supervisor says, or why it says nothing. */
  readonly status: Outcome<HubStatus, PipeFailure>;
  readonly nowMs: number;
}

export interface Check {
  /** A word that does not change. */
  readonly id: string;
  /** What is looked at. */
  readonly title: () => string;
  /** It does something, and is done only for who names it. */
  readonly isOnRequest?: boolean;
  /** Whether it waits for the display, which a program can hold. */
  readonly asksDisplay?: (env: CheckFacts['env']) => boolean;
  /** Without it there is nothing to look at. */
  readonly needs?: 'display' | 'hub' | 'run-mark';
  /** Time for this one, if the usual time is too short. */
  readonly withinMs?: number;
  /** May reject or never settle: the others are done all the same. */
  readonly run: (facts: CheckFacts) => Promise<readonly OwnFinding[]>;
}

/** Whether a supervisor is there that can't be asked: what its processes do is unknown, and another check says what to do about it. */
export function isSilent(status: CheckFacts['status']): boolean {
  return !status.ok && status.reason !== 'absent';
}

/** Whether this component of the running Hub is down: the check of the components reports it, and others have nothing to add. */
export function isDown({ components }: Pick<HubStatus, 'components'>, component: ComponentId | undefined): boolean {
  return components.some(({ id, state }) => id === component && state !== 'running' && state !== 'degraded');
}

/** That this component of the running Hub has failed, which the check of the components says what to do about; null for any other. */
export function hasFailed({ components }: Pick<HubStatus, 'components'>, component: ComponentId | undefined): OwnFinding | null {
  if (component === undefined || !components.some(({ id, state }) => id === component && state === 'failed')) return null;
  return toldBy(['components'], 'see-components', say('{id} has failed', { id: component }), 'hub doctor components');
}

/** What can't be told of a Hub whose supervisor can't be asked. */
export function seeHub(): CheckFinding {
  return note('see-hub', say('unknown: see Hub'));
}

/** What can't be told where a file is in the place of one of these folders; null if it can. Another check says what to do about it. */
export function seeHome(...folders: readonly string[]): CheckFinding | null {
  return folders.every(isUsable) ? null : seeHomeNote();
}

/** The same where it is known already that something is wrong with the home. */
export function seeHomeNote(): CheckFinding {
  return note('see-home', say('unknown: see Hub’s home'));
}

/** Or not there yet. */
function isUsable(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? true;
}

/** Nothing is wrong with it. */
export function fine(says: string, word = 'ok'): CheckFinding {
  return { verdict: 'ok', word, says };
}

/** Something to know. */
export function note(word: string, says: string, mend?: string): CheckFinding {
  return { verdict: 'note', word, says, ...(mend === undefined ? {} : { mend }) };
}

/** A fault that other checks report: a note beside one of them that fails, and otherwise a failure. */
export function toldBy(failsIn: readonly string[], word: string, says: string, mend: string): OwnFinding {
  return { ...note(word, says, mend), failsIn };
}

/** Something to mend. */
export function failure(word: string, says: string, mend: string): CheckFinding {
  return { verdict: 'failure', word, says, mend };
}
