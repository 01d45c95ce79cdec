/**
 * A component that needs a display ended, perhaps because there is none: when it is there again, as after somebody logs in anew. Each look is one connection to a socket, and
 * they become rarer: there may be none all day.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SupervisedProcessOptions } from './component-life.ts';

/** Between looks. Who has logged in waits for the window. */
const firstMs = 1_000;
const longestMs = 5_000;
const slower = 1.5;

/** Calls `start` once the display is back, if the component waits for one, and it is still wanted. */
export async function onDisplayReturn(
  { plan, env, log, isThere = () => isThereIn(env) }: Pick<SupervisedProcessOptions, 'plan' | 'env' | 'log' | 'isThere'>,
  isWanted: () => boolean,
  start: () => void,
): Promise<void> {
  if (plan.waitsForDisplay !== true || !(await displayReturns(isThere, isWanted))) return;
  log.info('display is back', { of: plan.id });
  start();
}

/** Resolves once `isThere` is true; with false if it was so at the first look, and something else is missing, or as soon as `isWanted` is not. */
export async function displayReturns(
  isThere: () => Promise<boolean>,
  isWanted: () => boolean,
  rest: (ms: number) => Promise<unknown> = (ms) => pause(ms, undefined, { ref: false }),
): Promise<boolean> {
  if (await isThere()) return false;
  for (let everyMs = firstMs; isWanted(); everyMs = Math.min(longestMs, everyMs * slower)) {
    await rest(everyMs);
    if (isWanted() && (await isThere())) return isWanted();
  }
  return false;
}

/** Whether a window could be opened in this environment. Loaded once one could not. */
async function isThereIn(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { isDisplayThere } = await import('../../../platform/window/held-display.ts');
  return isDisplayThere({ platform: process.platform, env });
}
