/**
 * The verb `extract-clipboard-text`: the text of what is on the clipboard, put there in its place. What is private is never read, what the user copies meanwhile
 * stays, and the text goes through the content filter like any copy. It must never log the text, nor leave a picture behind that it wrote for the reader.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ContentSpool } from '../../../base/files/spooled-content.ts';
import { errorCode, errorOrigin, type Log } from '../../../base/log.ts';
import { failed, type Outcome } from '../../../base/outcome.ts';
import type { TextExtractionRules } from '../../../contract/documents/text-extraction.ts';
import type { TextNotTaken, TextTaken } from '../../../contract/extraction/clipboard-text.ts';
import { mainFragment } from '../../../contract/fragment-words.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import { absentBecause, joinedFiles, taken } from '../../../domain/capture/taken-text.ts';
import type { Extractor } from '../../../extraction/extractor.ts';
import { discardContents } from '../../../journal/captures/temporary-contents.ts';
import { currentNumber } from '../../../journal/fragments/earlier-copies.ts';
import { contentLimits, fragmentView, isPrivateFragment } from '../../../journal/fragments/fragment-view.ts';
import { type ContentPlace, contentPlaces, readFragment, readPresent, tryReadHead } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import type { Core } from '../core.ts';

export interface ClipboardTextParts {
  readonly core: Pick<Core, 'view' | 'offer' | 'judgeNow'>;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly extractor: Pick<Extractor, 'extract'>;
  readonly rules: () => TextExtractionRules;
  /** A private folder, for a picture that is in the journal alone while it is read. */
  readonly folder: string;
  readonly log: Log;
  /** Says what became of it; `text` only for a preview that the user asked for. */
  readonly tell: (result: TextTaken, text: string) => void;
}

/** Copied a moment ago. */
const judgedWithinMs = 5_000;
const lookEveryMs = 20;
/** More copied files are left out. */
const mostFiles = 50;
/** The part of a page that is in the clipboard does not say what it is. */
const asPage = Buffer.from('<!doctype html><meta charset="utf-8">');
const mostPageBytes = 32 * 1024 * 1024;
/** Of a character in UTF-8. */
const longestCharacterBytes = 4;

/** Of the file of a picture while it is read. */
const pictureName = 'text-of-';

/** Of a core that was killed while it read. */
function removeLeft(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (name.startsWith(pictureName)) rmSync(path.join(folder, name), { force: true });
  } catch {
    // The next start tries again.
  }
}

interface Found {
  readonly text: string;
  readonly without: number;
}
type Taken = Outcome<Found, TextNotTaken>;

export class ClipboardText {
  readonly #parts: ClipboardTextParts;
  #isBusy = false;

  constructor(parts: ClipboardTextParts) {
    this.#parts = parts;
    removeLeft(parts.folder);
  }

  /** Never rejects. */
  async act(): Promise<void> {
    const { log, tell } = this.#parts;
    if (this.#isBusy) return tell({ ok: false, because: 'busy' }, '');
    this.#isBusy = true;
    const startedAtMs = performance.now();
    try {
      const { result, text } = await this.#act();
      const tookMs = Math.round(performance.now() - startedAtMs);
      log.info('clipboard text', { ok: result.ok, is: result.ok ? result.went : result.because, tookMs });
      tell(result, text);
    } catch (error) {
      log.error('clipboard text not taken', { code: errorCode(error), origin: errorOrigin(error) });
      tell({ ok: false, because: 'not-kept' }, '');
    } finally {
      this.#isBusy = false;
    }
  }

  async #act(): Promise<{ readonly result: TextTaken; readonly text: string }> {
    const not = (because: TextNotTaken) => ({ result: { ok: false, because } as const, text: '' });
    const { fragments, absence } = readPresent(this.#parts.journal);
    const present = mainFragment(fragments);
    if (present === undefined) return not(absentBecause(absence));
    const judged = await this.#judged(present.id);
    if (judged === null) return not('unread');
    if (judged.state === 'captured') return not('unread');
    if (judged.state === 'filtered' || isPrivateFragment(judged)) return not('private');
    const found = await this.#read(judged);
    if (!found.ok) return not(found.reason);
    const { text, without } = found.value;
    const kept = await this.#keep(judged, text);
    if (typeof kept !== 'number') return not(kept);
    const went = await this.#putBack(judged, kept);
    return { result: { ok: true, from: judged.kind, went, characters: text.length, without }, text };
  }

  async #judged(id: number): Promise<JournalFragment | null> {
    const { journal } = this.#parts;
    const endMs = performance.now() + judgedWithinMs;
    for (;;) {
      const fragment = readFragment(journal, currentNumber(journal, id));
      if (fragment?.state !== 'captured' || performance.now() >= endMs) return fragment;
      await pause(lookEveryMs);
    }
  }

  /** Its text by the preferences, within their bounds. */
  async #read(fragment: JournalFragment): Promise<Taken> {
    const rules = this.#parts.rules();
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), rules.time_limit_seconds * 1_000);
    try {
      const found = await this.#textOf(fragment, rules, time.signal);
      if (!found.ok) return time.signal.aborted ? failed('time-over') : found;
      const text = taken(found.value.text, rules);
      if (text === '') return failed('no-text');
      return text.length > rules.longest_text ? failed('too-long') : { ok: true, value: { ...found.value, text } };
    } finally {
      clearTimeout(timer);
    }
  }

  async #textOf(fragment: JournalFragment, rules: TextExtractionRules, signal: AbortSignal): Promise<Taken> {
    if (fragment.kind === 'files') return this.#textOfFiles(fragment, rules, signal);
    const [main, ...others] = contentPlaces(this.#parts.journal, fragment.id);
    if (main === undefined) return failed('content-missing');
    const plain = [main, ...others].find(({ mediaType }) => mediaType === 'text/plain');
    if (plain === undefined) return this.#textOfContent(main, rules, signal);
    if (others.length === 0) return failed('plain');
    if (plain.bytes > rules.longest_text * longestCharacterBytes) return failed('too-long');
    const content = tryReadHead(plain, plain.bytes);
    return content === null ? failed('content-missing') : { ok: true, value: { text: new TextDecoder().decode(content), without: 0 } };
  }

  async #textOfContent(place: ContentPlace, rules: TextExtractionRules, signal: AbortSignal): Promise<Taken> {
    const isPage = place.mediaType === 'text/html';
    if ('file' in place && !isPage) return this.#extract(place.file, rules, signal);
    const content = tryReadHead(place, mostPageBytes);
    if (content === null) return failed('content-missing');
    const file = path.join(this.#parts.folder, `${pictureName}${process.pid}-${place.sha256.slice(0, 16)}`);
    try {
      writeFileSync(file, isPage ? Buffer.concat([asPage, content]) : content, { mode: 0o600 });
      return await this.#extract(file, rules, signal);
    } finally {
      rmSync(file, { force: true });
    }
  }

  async #textOfFiles(fragment: JournalFragment, rules: TextExtractionRules, signal: AbortSignal): Promise<Taken> {
    const files = (fragmentView(this.#parts.core.view, fragment, contentLimits.single).files ?? []).slice(0, mostFiles);
    const texts: { readonly file: string; readonly text: string }[] = [];
    let [why, characters]: [TextNotTaken, number] = ['no-text', 0];
    for (const file of files) {
      const found = await this.#extract(file, rules, signal);
      if (signal.aborted) return failed('time-over');
      if (!found.ok) why = found.reason;
      else if (found.value.text.trim() !== '') texts.push({ file, text: found.value.text });
      characters += found.ok ? found.value.text.length : 0;
      if (characters > rules.longest_text) return failed('too-long');
    }
    if (texts.length === 0) return failed(why);
    return { ok: true, value: { text: joinedFiles(texts, files.length > 1 && rules.file_names), without: files.length - texts.length } };
  }

  async #extract(file: string, { languages, recognition }: TextExtractionRules, signal: AbortSignal): Promise<Taken> {
    const order = { path: file, options: { languages, recognition, words: false, structure: false } };
    const extracted = await this.#parts.extractor.extract({ order, signal });
    if (!extracted.ok) return extracted;
    return extracted.value.isCut ? failed('too-long') : { ok: true, value: { text: extracted.value.text, without: 0 } };
  }

  /** The number of the text in the history, or why it is not there. */
  async #keep(of: JournalFragment, text: string): Promise<number | TextNotTaken> {
    const { journal, writer, core } = this.#parts;
    const spool = new ContentSpool({ folder: journal.blobs });
    await spool.write(Buffer.from(text.toWellFormed()));
    const content = await spool.finish();
    if (!content.ok) return 'not-kept';
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
      return 'not-kept';
    }
    core.judgeNow();
    const judged = await this.#judged(id);
    if (judged?.state === 'filtered') return 'secret';
    return judged === null || judged.state === 'captured' ? 'not-kept' : judged.id;
  }

  /** Unless something else is there by now: whoever copied it wants that. */
  async #putBack(of: JournalFragment, id: number): Promise<'clipboard' | 'elsewhere' | 'no-clipboard'> {
    const { core, journal } = this.#parts;
    if (!readPresent(journal).fragments.some(({ captureId }) => captureId === of.captureId)) return 'elsewhere';
    return (await core.offer(id)) === true ? 'clipboard' : 'no-clipboard';
  }
}
