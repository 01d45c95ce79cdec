/** A text that was read in a copy becomes a copy of its own: recorded with where it came from, and judged like any other. It must never log the text. */
import { setTimeout as pause } from 'node:timers/promises';
import { ContentSpool } from '../../../base/files/spooled-content.ts';
import { failed, type Outcome } from '../../../base/outcome.ts';
import type { TextExtractionRules } from '../../../contract/documents/text-extraction.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import { taken } from '../../../domain/capture/taken-text.ts';
import { discardContents } from '../../../journal/captures/temporary-contents.ts';
import { currentNumber } from '../../../journal/fragments/earlier-copies.ts';
import { extractedText } from '../../../journal/fragments/extracted-texts.ts';
import { isPrivateFragment } from '../../../journal/fragments/fragment-view.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import type { Core } from '../core.ts';
import type { OfferOutcome } from '../offers.ts';

export interface RecordedTextParts {
  readonly core: Pick<Core, 'judgeNow'>;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
}

/** Copied a moment ago. */
const judgedWithinMs = 5_000;
const lookEveryMs = 20;

/** The fragment once it is judged, or as it is after some seconds; null if it was deleted. */
export async function judgedFragment(journal: JournalReader, id: number): Promise<JournalFragment | null> {
  const endMs = performance.now() + judgedWithinMs;
  for (;;) {
    const fragment = readFragment(journal, currentNumber(journal, id));
    if (fragment?.state !== 'captured' || performance.now() >= endMs) return fragment;
    await pause(lookEveryMs);
  }
}

/** The text of `of` in the history. `secret`: it looks like one, or rules exclude it; `not-kept`: the journal did not take it, or it was not judged in time. */
export async function recordText(
  { core, journal, writer }: RecordedTextParts,
  of: JournalFragment,
  text: string,
): Promise<Outcome<JournalFragment, 'secret' | 'not-kept'>> {
  const spool = new ContentSpool({ folder: journal.blobs });
  await spool.write(Buffer.from(text.toWellFormed()));
  const content = await spool.finish();
  if (!content.ok) return failed('not-kept');
  const capture = {
    origin: 'extraction' as const,
    copiedAtMs: Date.now(),
    source: of.source,
    givenName: null,
    textOf: of.id,
    fragments: [{ kind: 'text' as const, representations: [{ mediaType: 'text/plain', content: content.value }] }],
  };
  const written = await writer.write('recordCaptures', [capture]);
  const [recorded] = written.ok ? written.value : [];
  const id = recorded?.ok ? recorded.value.fragmentIds[0] : undefined;
  if (id === undefined) {
    discardContents(capture);
    return failed('not-kept');
  }
  core.judgeNow();
  const judged = await judgedFragment(journal, id);
  if (judged?.state === 'filtered') return failed('secret');
  return judged === null || judged.state === 'captured' ? failed('not-kept') : { ok: true, value: judged };
}

export interface ReadTextParts extends RecordedTextParts {
  readonly core: Pick<Core, 'judgeNow' | 'offer'>;
  /** Nothing is recorded now. */
  readonly isHeld: () => boolean;
  readonly rules: () => TextExtractionRules;
}

/**
 * Puts the text that was read in a copy on the clipboard, with the same traces as `extract-clipboard-text`: it is in the history, and linked with the copy. Where
 * it can't be there (the copy is private, nothing is recorded during a pause, rules exclude it), it is on the clipboard alone: it was read already, and whoever
 * asks for it sees it.
 */
export async function copyReadText(parts: ReadTextParts, of: JournalFragment, file: number): Promise<OfferOutcome> {
  const { core, journal, isHeld, rules } = parts;
  const text = taken(extractedText(journal, of.id, file) ?? '', rules());
  const isRecorded = text !== '' && !isHeld() && !isPrivateFragment(of);
  const recorded = isRecorded ? await recordText(parts, of, text) : failed('not-kept');
  return recorded.ok ? core.offer(recorded.value.id) : core.offer(of.id, 'extracted', { file });
}
