/**
 * The verb `extract-clipboard-text`: the text of what is on the clipboard, put there in its place. What is private is never read, what the user copies meanwhile
 * stays, and the text goes through the content filter like any copy. What is read in a picture or a file is also kept with it, as where the window asks for it. It must
 * never log the text.
 */
import { errorCode, errorOrigin, type Log } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import type { TextExtractionRules } from '../../../contract/documents/text-extraction.ts';
import type { TextNotTaken, TextTaken } from '../../../contract/extraction/clipboard-text.ts';
import type { ExtractionProgress } from '../../../contract/extraction.ts';
import { mainFragment } from '../../../contract/fragment-words.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import { absentBecause, joinedFiles, taken } from '../../../domain/capture/taken-text.ts';
import { isPictureFile } from '../../../domain/conditions/extraction-words.ts';
import type { Extractor } from '../../../extraction/extractor.ts';
import type { ReadingOrder } from '../../../extraction/reader-messages.ts';
import { currentNumber } from '../../../journal/fragments/earlier-copies.ts';
import { contentLimits, fragmentView, isPrivateFragment } from '../../../journal/fragments/fragment-view.ts';
import { type ContentPlace, contentPlaces, readFragment, readPresent, tryReadHead } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import type { Core } from '../core.ts';
import type { CopyTexts } from './copy-texts.ts';
import { judgedFragment, recordText } from './recorded-text.ts';

export interface ClipboardTextParts {
  readonly core: Pick<Core, 'view' | 'offer' | 'judgeNow'> & { readonly copyTexts: Pick<CopyTexts, 'secretIn' | 'keeping'> };
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly extractor: Pick<Extractor, 'extract'>;
  readonly rules: () => TextExtractionRules;
  /** Nothing is kept now. */
  readonly isHeld: () => boolean;
  readonly log: Log;
  /** Says what became of it; `text` only for a preview that the user asked for. `requestId`: of who waits for it. */
  readonly tell: (result: TextTaken, text: string, requestId: number | undefined) => void;
}

/** More copied files are left out. */
const mostFiles = 50;
/** The part of a page that is in the clipboard does not say what it is. */
const asPage = Buffer.from('<!doctype html><meta charset="utf-8">');
const mostPageBytes = 32 * 1024 * 1024;
/** Of a character in UTF-8. */
const longestCharacterBytes = 4;

interface Found {
  readonly text: string;
  readonly without: number;
  /** Of several files, why others could not be read: once for each. */
  readonly unread?: readonly TextNotTaken[];
  readonly files?: number;
  /** Of it, something was recognized in pictures. */
  readonly isRecognized: boolean;
}
type Taken = Outcome<Found, TextNotTaken>;
type Because = Omit<Extract<TextTaken, { ok: false }>, 'ok'>;
/** `keptWith`: null of a text, which is in the history already, and where nothing is to be recognized: a document may have more text than is read then. */
interface ToRead extends Pick<ReadingOrder, 'path' | 'content'> {
  readonly keptWith: { readonly fragment: JournalFragment; readonly file: number } | null;
}
type Reading = Pick<TextExtractionRules, 'languages' | 'recognition' | 'longest_text' | 'file_names'>;

/** The preference is about pages of documents: a picture has nothing else to read. */
function asPicture<Rules extends Pick<TextExtractionRules, 'recognition'>>(rules: Rules): Rules {
  return rules.recognition === 'never' ? { ...rules, recognition: 'auto' } : rules;
}

function unreadOf(reasons: readonly TextNotTaken[]): Pick<Extract<TextTaken, { ok: true }>, 'unread'> {
  return reasons.length === 0 ? {} : { unread: { count: reasons.length, because: [...new Set(reasons)] } };
}

export class ClipboardText {
  readonly #parts: ClipboardTextParts;
  #isBusy = false;
  /** For its turn: what others have read takes the time. */
  #isWaiting = false;
  /** What else is to be said of a failure. */
  #more: Omit<Because, 'because'> = {};

  constructor(parts: ClipboardTextParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async act(requestId?: number): Promise<void> {
    const { log, tell } = this.#parts;
    if (this.#isBusy) return tell({ ok: false, because: 'busy' }, '', requestId);
    this.#isBusy = true;
    const startedAtMs = performance.now();
    try {
      const { result, text } = await this.#act();
      const tookMs = Math.round(performance.now() - startedAtMs);
      log.info('clipboard text', { ok: result.ok, is: result.ok ? result.went : result.because, tookMs });
      tell(result, text, requestId);
    } catch (error) {
      log.error('clipboard text not taken', { code: errorCode(error), origin: errorOrigin(error) });
      tell({ ok: false, because: 'not-kept' }, '', requestId);
    } finally {
      this.#isBusy = false;
    }
  }

  async #act(): Promise<{ readonly result: TextTaken; readonly text: string }> {
    const not = (because: TextNotTaken) => ({ result: { ok: false, because } as const, text: '' });
    const { fragments, absence } = readPresent(this.#parts.journal);
    const present = mainFragment(fragments);
    if (present === undefined) return not(this.#absent(absence));
    const judged = await judgedFragment(this.#parts.journal, present.id);
    if (judged === null) return not('unread');
    if (judged.state === 'captured') return not('unread');
    if (judged.state === 'filtered' || isPrivateFragment(judged)) return not('private');
    this.#more = {};
    const found = await this.#read(judged);
    if (!found.ok) return { result: { ok: false, because: found.reason, ...this.#more }, text: '' };
    const { text, without, unread = [], files } = found.value;
    const refusal = await this.#refusal(judged, found.value);
    if (refusal !== null) return not(refusal);
    const kept = await recordText(this.#parts, judged, text);
    if (!kept.ok) return not(kept.reason);
    const went = await this.#putBack(judged, kept.value.id);
    const result = {
      ok: true,
      from: judged.kind,
      went,
      characters: text.length,
      without,
      ...unreadOf(unread),
      ...(files && { files }),
    } as const;
    // Desktops keep what they have shown.
    return { result, text: isPrivateFragment(kept.value) ? '' : text };
  }

  /** During a pause it is worth saying that there is one. */
  #absent(absence: Parameters<typeof absentBecause>[0]): TextNotTaken {
    const because = absentBecause(absence);
    return because === 'was-paused' && this.#parts.isHeld() ? 'paused' : because;
  }

  /** Its text by the preferences, within their bounds. */
  async #read(fragment: JournalFragment): Promise<Taken> {
    const rules = this.#parts.rules();
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), rules.time_limit_seconds * 1_000);
    this.#isWaiting = false;
    try {
      const found = await this.#textOf(fragment, rules, time.signal);
      if (!found.ok && time.signal.aborted) {
        this.#more = { timeLimitSeconds: rules.time_limit_seconds };
        return failed(this.#isWaiting ? 'waited' : 'time-over');
      }
      if (!found.ok) return found;
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
    if (plain === undefined) return this.#textOfContent(fragment, main, rules, signal);
    if (others.length === 0) return failed('plain');
    if (plain.bytes > rules.longest_text * longestCharacterBytes) return failed('too-long');
    const content = tryReadHead(plain, plain.bytes);
    return content === null
      ? failed('content-missing')
      : done({ text: new TextDecoder().decode(content), without: 0, isRecognized: false });
  }

  async #textOfContent(fragment: JournalFragment, place: ContentPlace, given: TextExtractionRules, signal: AbortSignal): Promise<Taken> {
    const isPage = place.mediaType === 'text/html';
    const rules = fragment.kind === 'image' ? asPicture(given) : given;
    const keptWith = fragment.kind === 'text' || rules.recognition === 'never' ? null : { fragment, file: 0 };
    if ('file' in place && !isPage) return this.#extract({ path: place.file, keptWith }, rules, signal);
    if (place.bytes > mostPageBytes) return failed('too-long');
    const content = tryReadHead(place, place.bytes);
    if (content === null) return failed('content-missing');
    return this.#extract({ path: null, content: isPage ? Buffer.concat([asPage, content]) : content, keptWith }, rules, signal);
  }

  async #textOfFiles(fragment: JournalFragment, rules: TextExtractionRules, signal: AbortSignal): Promise<Taken> {
    const files = (fragmentView(this.#parts.core.view, fragment, contentLimits.single).files ?? []).slice(0, mostFiles);
    const texts: { readonly file: string; readonly text: string }[] = [];
    const unread: TextNotTaken[] = [];
    let [characters, isRecognized]: [number, boolean] = [0, false];
    for (const [at, file] of files.entries()) {
      const from = { path: file, keptWith: rules.recognition === 'never' ? null : { fragment, file: at } };
      const found = await this.#extract(from, isPictureFile(file) ? asPicture(rules) : rules, signal);
      if (signal.aborted) return failed('time-over');
      if (!found.ok) unread.push(found.reason);
      else if (found.value.text.trim() !== '') texts.push({ file, text: found.value.text });
      characters += found.ok ? found.value.text.length : 0;
      isRecognized ||= found.ok && found.value.isRecognized;
      if (characters > rules.longest_text) return failed('too-long');
    }
    if (texts.length === 0) {
      if (unread.length > 1) this.#more = unreadOf(unread);
      return failed(unread.at(-1) ?? 'no-text');
    }
    const without = files.length - texts.length - unread.length;
    return done({ text: joinedFiles(texts, files.length > 1 && rules.file_names), without, unread, files: files.length, isRecognized });
  }

  async #extract({ keptWith, ...from }: ToRead, { languages, recognition }: Reading, signal: AbortSignal): Promise<Taken> {
    const order = { ...from, options: { languages, recognition, words: false, structure: false } };
    const { core, extractor } = this.#parts;
    const reader = keptWith === null ? extractor : core.copyTexts.keeping(extractor, { ...keptWith, isAsked: true });
    const progress = ({ isWaiting }: ExtractionProgress): void => {
      this.#isWaiting = isWaiting === true;
    };
    const extracted = await reader.extract({ order, signal, progress });
    if (!extracted.ok) return extracted;
    const { text, isCut, recognizedPages } = extracted.value;
    return isCut ? failed('too-long') : done({ text, without: 0, isRecognized: recognizedPages > 0 });
  }

  /** Why the text is not kept: it may say a secret, what it is of was deleted or became private while it was read, or Hub was paused. Null if nothing is against it. */
  async #refusal(fragment: JournalFragment, { text, isRecognized }: Found): Promise<TextNotTaken | null> {
    const { journal, isHeld } = this.#parts;
    if (isHeld()) return 'paused';
    // A picture with a secret is gone by now. What goes to the clipboard may say one only now, where lines were joined.
    const secret = isRecognized ? await this.#secretIn(fragment, text) : null;
    if (secret !== null) return secret;
    const of = readFragment(journal, currentNumber(journal, fragment.id));
    if (of === null) return 'content-missing';
    return of.state === 'filtered' || isPrivateFragment(of) ? 'private' : null;
  }

  /** What is misread looks like no secret any more. */
  async #secretIn(fragment: JournalFragment, text: string): Promise<TextNotTaken | null> {
    const found = await this.#parts.core.copyTexts.secretIn(fragment, { text, recognizedPages: 1 });
    if (found === 'unknown') return 'not-kept';
    return found.secret !== null || (found.isPossible === true && (found.kept ?? null) === null) ? 'secret' : null;
  }

  /** Unless something else is there by now: whoever copied it wants that. */
  async #putBack(of: JournalFragment, id: number): Promise<'clipboard' | 'elsewhere' | 'no-clipboard'> {
    const { core, journal } = this.#parts;
    if (!readPresent(journal).fragments.some(({ captureId }) => captureId === of.captureId)) return 'elsewhere';
    // The monitor knows of a copy that is still being read.
    const offered = await core.offer(id, 'content', { onlyOver: of.captureId });
    return offered === true ? 'clipboard' : offered === 'elsewhere' ? 'elsewhere' : 'no-clipboard';
  }
}
