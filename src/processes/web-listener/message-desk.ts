/**
 * What becomes of each message of an extension. What is saved is in the journal, durably, before it is acknowledged; the core judges it like a copy, and the
 * save worker writes its file. Nothing is taken while capture is paused, from excluded pages, or while the rules are unknown.
 */
import { ContentSpool } from '../../base/files/spooled-content.ts';
import { errorCode, type Log, vetted } from '../../base/log.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import type { ExtensionMessage, ListenerMessage, nackReasons } from '../../contract/extension-messages.ts';
import { isExcludedHost, plainAddress } from '../../contract/web-listener/web-address.ts';
import { judgeOwner } from '../../domain/capture/content-filter.ts';
import { plainTitle } from '../../domain/capture/web-page.ts';
import { fragmentOfMessage } from '../../journal/captures/recorded-messages.ts';
import { discardContents } from '../../journal/captures/temporary-contents.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { isUnanswered } from '../../journal/writing/write-failure.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import type { Places } from '../../platform/locations.ts';
import { readPause } from '../pause-marks.ts';
import type { ExtensionSender, PlainPage, SavingMessage } from './capture-of-message.ts';
import { MessageRate } from './message-rate.ts';
import { bytesOfBase64, readMessage } from './read-message.ts';

type NackReason = (typeof nackReasons)[number];

/** Who sends: a pairing, with the origin of its extension, and its browser. */
export interface MessageSender extends ExtensionSender {
  readonly pairing: string;
  readonly origin: string;
}

export interface MessageDeskParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly places: Pick<Places, 'capturePaused' | 'ignoreNext'>;
  /** Null while it is not valid, and there is no earlier valid version. */
  readonly filter: () => ContentFilter | null;
  /** A message is recorded as this fragment, now or before. */
  readonly recorded: (pairing: string, message: string, fragmentId: number) => void;
  /** Whether a pairing has not ended. */
  readonly isPaired: (pairing: string) => boolean;
  /** A pairing has these receipts, by the ids of their messages. */
  readonly told: (pairing: string, receipts: readonly string[]) => void;
  /** The tab that a pairing has in sight, or a save of it, was not taken, and may be now. */
  readonly missesTab: (pairing: string) => void;
  /** Shows a saved file to the user; false if it is not there any more, or nothing shows it. */
  readonly open: (file: string) => Promise<'opened' | 'gone' | 'failed'>;
  readonly rate?: MessageRate;
}

const longestTitle = 1_000;
/** An extension that was away sends what was saved then; a time before this is a mistake. */
const longestAwayMs = 90 * 86_400_000;

export class MessageDesk {
  readonly #parts: MessageDeskParts;
  readonly #rate: MessageRate;
  /** Pairings whose tab was forgotten or not taken, or that wait with a save: because of a pause, while the rules were unknown, for what was too much, or for the disk. */
  readonly #tabless = new Set<string>();

  constructor(parts: MessageDeskParts) {
    this.#parts = parts;
    this.#rate = parts.rate ?? new MessageRate();
  }

  /** The answer to one frame. Never rejects. */
  async answer(sender: MessageSender, frame: Uint8Array): Promise<ListenerMessage> {
    // What is no message costs as much as one that is.
    const isInTime = this.#rate.take(sender.pairing);
    const read = readMessage(frame);
    if (!read.ok) return isInTime ? read.nack : { nack: read.id, reason: 'busy' };
    const { message } = read;
    const { id } = message;
    try {
      const refusal = isInTime ? await this.#take(sender, message) : this.#tooMuch(sender, message);
      if (refusal !== null) this.#parts.log.debug('message refused', { kind: message.kind, because: refusal });
      return refusal === null ? { ack: id } : { nack: id, reason: refusal };
    } catch (error) {
      this.#parts.log.error('message not handled', { kind: message.kind, code: errorCode(error) });
      return { nack: id, reason: 'failed' };
    }
  }

  /** The tab that was in sight before the refused one is not any more. */
  #tooMuch({ pairing }: MessageSender, { kind }: ExtensionMessage): 'busy' {
    if (kind === 'tab') this.#loseTab(pairing);
    return 'busy';
  }

  /** Until its sender tells it again, after the next beat. However often it comes to that before, it is one order to the writer. */
  #loseTab(pairing: string): void {
    if (this.#tabless.has(pairing)) return;
    this.#tabless.add(pairing);
    void this.#parts.writer.write('forgetPages', pairing);
  }

  async #take(sender: MessageSender, message: ExtensionMessage): Promise<NackReason | null> {
    switch (message.kind) {
      case 'beat':
        this.#beat(sender.pairing, message.receipts ?? []);
        return null;
      case 'open':
        return this.#open(sender, message.of);
      case 'tab':
      case 'copy':
        return this.#report(sender, message);
      default:
        return this.#save(sender, message);
    }
  }

  /** Its sender does not know of a pause, and reports nothing new while its user stays in one tab. */
  #beat(pairing: string, receipts: readonly string[]): void {
    if (receipts.length > 0) this.#parts.told(pairing, receipts);
    if (this.#isPaused) {
      this.#tabless.add(pairing);
      void this.#parts.writer.write('forgetPages', pairing);
    } else this.catchUp(pairing);
  }

  /** Has a pairing tell again what was not taken, if it may be taken now. */
  catchUp(pairing: string): void {
    if (!this.#isPaused && this.#parts.filter() !== null && this.#tabless.delete(pairing)) this.#parts.missesTab(pairing);
  }

  /** A pairing is connected anew, and tells its tab by itself; or it is gone. */
  begin(pairing: string): void {
    this.#tabless.delete(pairing);
  }

  async #open(sender: MessageSender, of: string): Promise<NackReason | null> {
    const { journal } = this.#parts;
    const id = fragmentOfMessage(journal, { pairing: sender.pairing, message: of });
    const file = id === null ? null : (readFragment(journal, id)?.savedPath ?? null);
    if (file === null) return 'gone';
    const shown = await this.#parts.open(file);
    return shown === 'opened' ? null : shown;
  }

  /** What is not reported any more is forgotten: the tab in sight is one that Hub must not know. */
  async #report(sender: MessageSender, message: Extract<ExtensionMessage, { kind: 'tab' | 'copy' }>): Promise<NackReason | null> {
    const { pairing, program, browser } = sender;
    const { writer } = this.#parts;
    const told = message.kind === 'tab' ? message.page : message;
    const page = told === null ? 'none' : this.#admit(told, sender);
    if (message.kind === 'tab') this.#tabless.delete(pairing);
    if (page === 'paused' || page === 'busy') this.#tabless.add(pairing);
    const atMs = Math.min(message.atMs, Date.now());
    const written =
      typeof page === 'string'
        ? await writer.write('forgetPages', pairing)
        : await writer.write('recordPageReport', { pairing, page: { ...page, kind: message.kind, atMs, program, browser } });
    if (!written.ok) {
      this.#tabless.add(pairing);
      return 'failed';
    }
    return typeof page !== 'string' || page === 'none' ? null : page;
  }

  async #save(sender: MessageSender, message: SavingMessage): Promise<NackReason | null> {
    const { journal, writer, log } = this.#parts;
    const { pairing, origin } = sender;
    const known = fragmentOfMessage(journal, { pairing, message: message.id });
    if (known !== null) {
      this.#parts.recorded(pairing, message.id, known);
      return null;
    }
    const page = this.#admit(message, sender);
    if (page === 'paused') this.#loseTab(pairing);
    if (typeof page === 'string') return page;
    const bytes = message.kind === 'file' ? bytesOfBase64(message.content) : Buffer.from(message.text);
    if (bytes === null || bytes.length === 0) return 'invalid';
    const spool = new ContentSpool({ folder: journal.blobs });
    await spool.write(bytes);
    const kept = await spool.finish();
    if (!kept.ok) return 'failed';
    // What names files and tells pictures from documents is of use only to who saves something from a browser.
    const { captureOf, formOf } = await import('./capture-of-message.ts');
    const copiedAtMs = Math.min(Math.max(message.atMs, Date.now() - longestAwayMs), Date.now());
    const capture = captureOf(message, { page, sender, content: { ...kept.value, ...formOf(message, bytes) }, copiedAtMs });
    // Ended meanwhile: nobody hears the acknowledgement, and it would be recorded again for the next pairing. What was given to the writer before is known to that.
    if (!this.#parts.isPaired(pairing)) {
      discardContents(capture);
      return 'failed';
    }
    const written = await writer.write('recordExtensionSave', { pairing, origin, message: message.id, capture });
    if (!written.ok || !written.value.ok) {
      // Without an answer it may be recorded yet, with its files.
      if (written.ok || !isUnanswered(written)) discardContents(capture);
      log.error('message not recorded', { code: written.ok ? 'unwritable' : vetted(written.code) });
      return 'failed';
    }
    const captureId = readFragment(journal, written.value.value)?.captureId;
    log.info('saved from a page', { captureId, fragmentId: written.value.value, kind: message.kind, bytes: bytes.length });
    this.#parts.recorded(pairing, message.id, written.value.value);
    return null;
  }

  get #isPaused(): boolean {
    return readPause(this.#parts.places)?.what === 'everything';
  }

  /** The page as it may be written down, or why nothing is taken from it now. */
  #admit(
    { url, title }: PlainPage,
    { browser, program }: MessageSender,
  ): PlainPage | Extract<NackReason, 'paused' | 'excluded' | 'busy' | 'invalid'> {
    if (this.#isPaused) return 'paused';
    const filter = this.#parts.filter();
    if (filter === null) return 'busy';
    const address = plainAddress(url);
    if (address === null) return 'invalid';
    if (isExcludedHost(address.hostname, filter.excluded_hosts)) return 'excluded';
    const plain = { title: plainTitle(title, longestTitle), url: address.href };
    const owner = { name: browser, executable: program, pid: null, windowTitle: plain.title };
    const verdict = judgeOwner(owner, { isComplete: true, mayBe: [], isEarlier: false }, filter);
    return verdict === 'read' ? plain : 'excluded';
  }
}
