/**
 * A component ended because there is no display: when it is there again, as after somebody logs in anew with the same display and key. Looks become rarer, because there may
 * be no display all day, and one that is somebody else's refuses us each time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SupervisedProcessOptions } from './component-life.ts';

/** Between looks. Whoever has logged in waits for the window. */
const firstMs = 1_000;
const longestMs = 10_000;
const slower = 1.5;

/** How often each component was started again: one that finds no display where one is seen here is started ever more rarely. */
const returns = new WeakMap<object, number>();

/** On another desktop it may find one at once. */
export function forgetReturns(options: SupervisedProcessOptions): void {
  returns.delete(options);
}

/** Calls `start` once the display is there, if the component is still wanted. */
export async function onDisplayReturn(
  options: SupervisedProcessOptions,
  isWanted: () => boolean,
  start: () => void,
  rest?: (ms: number) => Promise<unknown>,
): Promise<void> {
  const { plan, env, log, isThere = () => isThereIn(env()) } = options;
  const before = returns.get(options) ?? 0;
  if (!(await displayReturns(isThere, isWanted, before, rest))) return;
  returns.set(options, before + 1);
  log.info('display is there', { of: plan.id });
  start();
}

/** Resolves once `isThere` is true, and with false as soon as `isWanted` is not. `before`: how often it was there before, and of no use. */
export async function displayReturns(
  isThere: () => Promise<boolean>,
  isWanted: () => boolean,
  before = 0,
  rest: (ms: number) => Promise<unknown> = (ms) => pause(ms, undefined, { ref: false }),
): Promise<boolean> {
  for (let looks = before; isWanted(); looks += 1) {
    await rest(Math.min(longestMs, firstMs * slower ** looks));
    if (isWanted() && (await isThere())) return isWanted();
  }
  return false;
}

/** Whether a window could be opened in this environment. Loaded once one could not. */
async function isThereIn(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { isDisplayThere } = await import('../../../platform/window/held-display.ts');
  return isDisplayThere({ platform: process.platform, env });
}
