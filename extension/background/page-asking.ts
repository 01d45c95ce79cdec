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
  /** The address of that frame, where it is known. */
  readonly frameUrl?: string | undefined;
}

export type Asked =
  | Result
  | { readonly ok: false; readonly reason: Exclude<SaveTrouble, 'frame-needs-host'>; readonly detail?: string }
  /** The user selects in a frame of another site, into which the browser lets this extension not. */
  | { readonly ok: false; readonly reason: 'frame-needs-host'; readonly frame: string };

const script = '/page.js';
/** A page that takes longer is given up. */
const pageWithinMs = 30_000;
/** So long the frames of a page may take to tell whether something is selected in them; one that does not answer keeps the others' answers too. */
const framesWithinMs = 5_000;

/** Null: the browser lets no extension into this page. */
export async function askPage(asking: Asking): Promise<Asked | null> {
  return await within<Asked | null>(pageWithinMs, { ok: false, reason: 'too-slow' }, async () => await ask(asking));
}

async function ask({ tabId, url, task, excluded, frameId, frameUrl }: Asking): Promise<Asked | null> {
  const frame = frameId ?? (task.do === 'selection' ? await frameOfSelection(tabId) : 0);
  if (typeof frame === 'string') return closedFrame(frame, excluded);
  const target = { tabId, frameIds: [frame] };
  const [place] = await browser.scripting.executeScript({ target, injectImmediately: true, func: placeOfDocument }).catch(() => []);
  if (place === undefined) return frame === 0 || frameUrl === undefined ? null : closedFrame(frameUrl, excluded);
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

/** Of a frame that nothing may be read from, that comes first. */
function closedFrame(frame: string, excluded: ExcludedHosts): Asked {
  const why = whyNotRead({ url: frame, isPrivate: false }, excluded);
  return why === null || why === 'not-a-web-page' ? { ok: false, reason: 'frame-needs-host', frame } : { ok: false, reason: why };
}

/** `into`: the address of the frame of another site that is active in this one. */
interface Selected {
  readonly selected: 'nothing' | 'in front' | 'behind';
  readonly origin: string;
  readonly into: string | null;
}

/**
 * The frame that the user selects in: a shortcut does not tell it. Its address, if the browser lets no script into it: what is still selected elsewhere is not what is
 * meant. The page itself is asked first, because all frames together answer when the last of them does.
 */
async function frameOfSelection(tabId: number): Promise<number | string> {
  const asked = async (target: { readonly allFrames: true } | { readonly frameIds: [number] }) =>
    await browser.scripting.executeScript({ target: { tabId, ...target }, injectImmediately: true, func: selectedHere }).catch(() => []);
  const [own] = await asked({ frameIds: [0] });
  if (own?.result?.selected === 'in front') return 0;
  const frames = await within(framesWithinMs, [], async () => await asked({ allFrames: true }));
  const front = frames.find(({ result }) => result?.selected === 'in front');
  if (front !== undefined) return front.frameId;
  const told = frames.flatMap(({ result }) => result ?? []);
  return closedWithin(own?.result ?? null, told) ?? frames.find(({ result }) => result?.selected === 'behind')?.frameId ?? 0;
}

/** Follows the active frames from the page on. Null: the last one is among those that answered. */
function closedWithin(page: Selected | null, frames: readonly Selected[]): string | null {
  const left = new Set(frames);
  for (let at = page; at?.into != null; ) {
    const { into } = at;
    const next = [...left].find(({ origin }) => URL.canParse(into) && new URL(into).origin === origin);
    if (next === undefined) return into;
    left.delete(next);
    at = next;
  }
  return null;
}

/** Put into frames by its text. */
function selectedHere(): Selected {
  const field = document.activeElement;
  const isFrame = field instanceof HTMLIFrameElement || /^frame$/i.test(field?.localName ?? '');
  // A page sees into the frames of its own site alone.
  const into = field instanceof HTMLIFrameElement && field.contentDocument === null ? field.src : null;
  const isSelected = field instanceof HTMLTextAreaElement && field.selectionStart !== field.selectionEnd;
  const isThere = isSelected || (getSelection()?.toString() ?? '').trim() !== '';
  return { selected: isThere ? (document.hasFocus() && !isFrame ? 'in front' : 'behind') : 'nothing', origin: location.origin, into };
}

async function within<Value>(withinMs: number, otherwise: Value, work: () => Promise<Value>): Promise<Value> {
  const { promise: over, resolve } = Promise.withResolvers<Value>();
  const deadline = setTimeout(() => resolve(otherwise), withinMs);
  return await Promise.race([over, work()]).finally(() => clearTimeout(deadline));
}
