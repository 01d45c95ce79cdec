/**
 * Puts the script into a page and has it do a task. A tab may go elsewhere at any moment, also to a host of which nothing may be read: so the script is told for
 * which place it was asked, and reads nothing at another one. Nothing of a page can hold this up: it does not wait until the page is complete, and has one deadline.
 */
import { browser } from 'wxt/browser';
import type { SaveTrouble } from '../messages.ts';
import type { ExcludedHosts } from '../page/excluded.ts';
import { isSamePage, placeOfDocument } from '../page/place.ts';
import type { HubPage, Result, Task } from '../page/tasks.ts';
import { whyNotRead } from './may-save.ts';

export interface Asking {
  readonly tabId: number;
  /** Of the tab, when the user asked. */
  readonly url: string;
  readonly task: Task;
  readonly excluded: ExcludedHosts;
  /** Where the user has selected; absent: the page itself, or for a selection whichever frame has one. */
  readonly frameId?: number | undefined;
}

export type Asked = Result | { readonly ok: false; readonly reason: SaveTrouble; readonly detail?: string };

const script = '/page.js';
/** A page that takes longer is given up. */
const pageWithinMs = 30_000;
/** So long the frames of a page may take to tell whether something is selected in them; one that does not answer keeps the others' answers too. */
const framesWithinMs = 5_000;

/** Null: the browser lets no extension into this page. */
export async function askPage(asking: Asking): Promise<Asked | null> {
  return await within<Asked | null>(pageWithinMs, { ok: false, reason: 'too-slow' }, async () => await ask(asking));
}

async function ask({ tabId, url, task, excluded, frameId }: Asking): Promise<Asked | null> {
  const frame = frameId ?? (task.do === 'selection' ? await frameOfSelection(tabId) : 0);
  const target = { tabId, frameIds: [frame] };
  const [place] = await browser.scripting.executeScript({ target, injectImmediately: true, func: placeOfDocument }).catch(() => []);
  if (place === undefined) return null;
  const at = String(place.result ?? '');
  if (frame === 0 && !isSamePage(at, url)) return { ok: false, reason: 'page-left' };
  const why = whyNotRead({ url: at, isPrivate: false }, excluded);
  if (why !== null) return { ok: false, reason: why };
  try {
    await browser.scripting.executeScript({ target, injectImmediately: true, files: [script] });
    const [first] = await browser.scripting.executeScript({
      target,
      injectImmediately: true,
      args: [task, { at, excluded }],
      func: (asked: Task, bounds: { at: string; excluded: ExcludedHosts }) => {
        // There is none in a document that came after the script.
        const { hubPage } = globalThis as { hubPage?: HubPage };
        return hubPage?.(asked, bounds);
      },
    });
    return (first?.result as Result | null | undefined) ?? { ok: false, reason: 'page-left' };
  } catch (cause) {
    return withoutResult(cause);
  }
}

/** The browsers' own words: the frame or the tab is no longer there; anything else is told as it is. */
function withoutResult(cause: unknown): Result {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return /was removed|was closed|no (?:frame|tab) with|message manager|actor/i.test(detail)
    ? { ok: false, reason: 'page-left' }
    : { ok: false, reason: 'failed', detail: detail.slice(0, 200).toWellFormed() };
}

type Selected = 'nothing' | 'in front' | 'behind';

/** The frame that the user selects in: a shortcut does not tell it. The page itself is asked first, because all frames together answer when the last of them does. */
async function frameOfSelection(tabId: number): Promise<number> {
  const asked = async (target: { readonly allFrames: true } | { readonly frameIds: [number] }) =>
    await browser.scripting.executeScript({ target: { tabId, ...target }, injectImmediately: true, func: selectedHere }).catch(() => []);
  const [own] = await asked({ frameIds: [0] });
  if (own?.result === 'in front') return 0;
  const frames = await within(framesWithinMs, [], async () => await asked({ allFrames: true }));
  const found = frames.find(({ result }) => result === 'in front') ?? frames.find(({ result }) => result === 'behind');
  return found?.frameId ?? 0;
}

/** Put into frames by its text. */
function selectedHere(): Selected {
  const field = document.activeElement;
  const isSelected = field instanceof HTMLTextAreaElement && field.selectionStart !== field.selectionEnd;
  if (!isSelected && (getSelection()?.toString() ?? '').trim() === '') return 'nothing';
  return document.hasFocus() && !/^i?frame$/i.test(field?.localName ?? '') ? 'in front' : 'behind';
}

async function within<Value>(withinMs: number, otherwise: Value, work: () => Promise<Value>): Promise<Value> {
  const { promise: over, resolve } = Promise.withResolvers<Value>();
  const deadline = setTimeout(() => resolve(otherwise), withinMs);
  return await Promise.race([over, work()]).finally(() => clearTimeout(deadline));
}
