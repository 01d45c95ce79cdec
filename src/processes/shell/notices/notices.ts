/**
 * What the window says about the results of commands, and what it offers with that: to undo them, the latest first, for as long as notices follow one
 * another; and to delete a file too.
 */
import type { NoticeCommand } from '../../../contract/page-rows/notice-commands.ts';
import type { Notice } from '../../../contract/shell-page.ts';
import { say } from '../../../domain/language/say.ts';
import type { ShellNotice } from '../../../domain/view/page-view.ts';

/** What a notice offers beside undoing. */
export interface NoticeOffers {
  /** The fragment that undoing brings back. */
  readonly deleted?: string;
  /** Deletes its file too, or those of several. */
  readonly trash?: { readonly what: 'file' | 'files'; readonly work: () => Promise<void> } | undefined;
  /** Shows what was written in its folder. */
  readonly reveal?: () => Promise<void>;
}

export interface NoticesParts {
  /** Shows this one instead of any other; null shows none. */
  readonly show: (notice: ShellNotice | null) => void;
  /** Whether the history has this fragment. */
  readonly isThere: (fragmentId: string) => Promise<boolean>;
}

type Said = Pick<ShellNotice, 'id' | 'intent' | 'text'> & Pick<NoticeOffers, 'reveal'>;

interface Offer extends NoticeOffers {
  /** The notice that it was made with. */
  readonly id: number;
  readonly undo: () => Promise<void>;
}

/** Of more, nobody knows any more what they were. */
const mostOffers = 20;

export class Notices {
  readonly #parts: NoticesParts;
  #lastId = 0;
  #shown: Said | null = null;
  /** The latest is the last. */
  #offers: readonly Offer[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: NoticesParts) {
    this.#parts = parts;
  }

  /** Shows the result of a command. With `undo` it can be undone. `text` is a function where the command may change the language in which it is said. */
  notify(intent: Notice['intent'], text: string | (() => string), undo?: () => Promise<void>, more: NoticeOffers = {}): void {
    this.#lastId += 1;
    const id = this.#lastId;
    if (undo !== undefined) {
      // Deleted twice, it comes back once.
      const others = this.#offers.filter(({ deleted }) => deleted === undefined || deleted !== more.deleted);
      this.#offers = [...others, { ...more, id, undo }].slice(-mostOffers);
    }
    const { reveal } = more;
    this.#show({ id, intent, text: typeof text === 'string' ? () => text : text, ...(reveal !== undefined && { reveal }) });
  }

  /** A command that may end with an offer: an undo that is requested before its end is about it. */
  async during<Value>(work: Promise<Value>): Promise<Value> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  /** Undoes what this notice was about, or the latest that can be undone; nothing twice, and one after the other. */
  undo(noticeId?: number): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (noticeId === undefined) await Promise.allSettled(this.#underWay);
      const offer = this.#offers.findLast(({ id }) => noticeId === undefined || id === noticeId);
      if (offer === undefined) return;
      this.#take(offer);
      await offer.undo();
      // What is left needs a notice to be seen by.
      if (this.#shown === null && this.#offers.length > 0) this.notify('success', () => say('Undone'));
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Deletes the file of what the notice was about, too. One that is not shown any more offers nothing. */
  async trash(noticeId: number): Promise<void> {
    const offer = this.#offers.find(({ id }) => id === noticeId);
    if (this.#shown?.id !== noticeId || offer?.trash === undefined) return;
    this.#take(offer);
    await offer.trash.work();
  }

  /** Shows what the notice reports as written, as often as it is asked. One that is not shown any more offers nothing. */
  async reveal(noticeId: number): Promise<void> {
    if (this.#shown?.id === noticeId) await this.#shown.reveal?.();
  }

  /** What the page asks for. */
  async command(command: Exclude<NoticeCommand, { readonly kind: 'dismiss-condition' }>): Promise<void> {
    switch (command.kind) {
      case 'undo':
        return this.undo(command.noticeId);
      case 'trash-files':
        return this.trash(command.noticeId);
      case 'reveal-written':
        return this.reveal(command.noticeId);
      case 'dismiss-notice':
        return this.dismiss(command.id);
    }
  }

  /** It was shown for long enough. With it goes what could be undone: nobody should undo what is out of sight. */
  dismiss(noticeId: number): void {
    if (this.#shown?.id === noticeId) this.clear();
  }

  /** The window has another form now, to which none of it belongs. */
  clear(): void {
    this.#offers = [];
    this.#show(null);
  }

  /** A fragment was added or changed. If it is one that could be brought back, somebody else has done that. */
  async changed(fragmentId: string): Promise<void> {
    const offer = this.#offers.find(({ deleted }) => deleted === fragmentId);
    // It may be news from before it was deleted.
    if (offer === undefined || !(await this.#parts.isThere(fragmentId)) || !this.#offers.includes(offer)) return;
    this.#offers = this.#offers.filter((each) => each !== offer);
    if (this.#shown?.id === offer.id) this.notify('success', () => say('Restored to the history'));
    else this.#show(this.#shown);
  }

  #take(offer: Offer): void {
    this.#offers = this.#offers.filter((each) => each !== offer);
    this.#show(null);
  }

  #show(shown: Said | null): void {
    this.#shown = shown;
    if (shown === null) return this.#parts.show(null);
    const latest = this.#offers.at(-1);
    const own = this.#offers.find(({ id }) => id === shown.id);
    const { reveal, ...said } = shown;
    this.#parts.show({
      ...said,
      ...(reveal !== undefined && { canReveal: true as const }),
      ...(own !== undefined && { canUndo: true as const }),
      ...(own?.trash !== undefined && { canTrash: own.trash.what }),
      ...(own === undefined && latest !== undefined && { earlier: latest.id }),
    });
  }
}
