/** What the page has done with the text in a picture or a copied file: it is read, with its progress in the window, cancelled, or put on the clipboard. */
import { failed } from '../../../base/outcome.ts';
import type { Bridge } from '../../../client/bridge.ts';
import { type BridgeFailure, refused } from '../../../client/bridge-answer.ts';
import { type ExtractionProgress, extractionProgress } from '../../../contract/extraction.ts';
import { familyOfReason } from '../../../contract/secret-families.ts';
import type { PageCommand } from '../../../contract/shell-page.ts';
import { say, sayHeard } from '../../../domain/language/say.ts';
import { secretInWords } from '../../../domain/secrets/secret-in-words.ts';
import { nameOfReading, percentOf } from '../../../domain/view/looks/reading-progress.ts';
import type { DeedParts } from '../fragment-deeds.ts';

/** What is being read for this window, by the name of the reading: it is not asked for twice. */
export type ReadingsUnderWay = Map<string, AbortController>;
type Parts = Pick<DeedParts, 'shell' | 'bridge'> & { readonly readings: ReadingsUnderWay };
type ExtractedCommand = Extract<PageCommand, { readonly kind: 'extract' | 'cancel-extract' | 'copy-extracted' }>;

/** A reason that begins so is in the journal, and shown with the picture. */
const shownReason = 'extraction_';

/** Has the text in a picture or a copied file read, ends that, or puts the text on the clipboard. */
export async function doWithExtracted(parts: Parts, { kind, fragmentId, file }: ExtractedCommand): Promise<void> {
  if (kind === 'extract') return readText(parts, fragmentId, file);
  if (kind === 'cancel-extract') return parts.readings.get(nameOfReading({ fragmentId, file }))?.abort();
  const { ok } = await parts.bridge.copy(fragmentId, { extracted: file });
  const text = ok
    ? say('The text is on the clipboard')
    : say('The text could not be put on the clipboard: there is no clipboard, or the copy was deleted');
  return parts.shell.notify(ok ? 'success' : 'error', text);
}

async function readText(parts: Parts, fragmentId: string, file: number): Promise<void> {
  const { shell, bridge, readings } = parts;
  const name = nameOfReading({ fragmentId, file });
  if (readings.has(name)) return;
  const caller = new AbortController();
  readings.set(name, caller);
  const read = await followed(parts, { fragmentId, file }, caller.signal).finally(() => readings.delete(name));
  shell.set({ readings: without(shell.state.readings, name) });
  if (caller.signal.aborted) return shell.lists.refresh();
  if (!read.ok && !(read.reason === 'refused' && read.word.startsWith(shownReason))) {
    const why = read.reason === 'refused' ? sayHeard(read.detail) : say('the core did not answer');
    shell.notify('error', say('The text was not read: {why}', { why }));
  }
  const why = read.ok ? await whyTextIsNotKept(bridge, fragmentId, file) : null;
  if (why !== null) shell.notify('warning', why);
  return shell.lists.refresh();
}

/** Shows how far it is, whenever a person would see the difference. */
async function followed(
  { shell, bridge }: Parts,
  of: { readonly fragmentId: string; readonly file: number },
  signal: AbortSignal,
): Promise<{ readonly ok: true } | BridgeFailure> {
  const name = nameOfReading(of);
  let end: { readonly ok: true } | BridgeFailure = failed('no-answer');
  const show = ({ done: part, of: all, pages, isWaiting }: ExtractionProgress): void => {
    const shown = pages === undefined ? { done: percentOf({ done: part, of: all }), of: 100 } : { done: 0, of: 1, pages };
    shell.set({ readings: { ...shell.state.readings, [name]: isWaiting === true ? { done: 0, of: 1, isWaiting } : shown } });
  };
  shell.set({ readings: { ...shell.state.readings, [name]: { done: 0, of: 1 } } });
  await bridge.followExtraction(of, {
    signal,
    heard: (event, data) => {
      const progress = event === 'progress' ? extractionProgress.safeParse(data) : null;
      if (progress !== null) return progress.success && show(progress.data);
      if (event === 'text') end = { ok: true };
      else if (event === 'problem') end = refused(422, data);
    },
  });
  return end;
}

function without<Value>(all: Readonly<Record<string, Value>> | undefined, name: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(all ?? {}).filter(([each]) => each !== name));
}

/** Null if it is. What could not be searched for secrets, or recorded, is shown like what was not read. Of a copy that was deleted, nothing is shown. */
async function whyTextIsNotKept(bridge: Bridge, fragmentId: string, file: number): Promise<string | null> {
  const found = await bridge.fragment(fragmentId);
  if (!found.ok) return null;
  const { state, reason, extracted = [] } = found.value;
  const family = state === 'filtered' ? familyOfReason(reason) : null;
  if (family !== null) return say('The picture is not kept, because its text looks like {secret}', { secret: secretInWords(family) });
  const isKept = extracted.some((part) => part.file === file && part.state !== 'reading');
  return isKept ? null : say('The text was read, but could not be kept: try again in a moment');
}
