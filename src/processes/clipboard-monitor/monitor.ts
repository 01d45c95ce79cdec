/** Watches the clipboard as long as there is one, and brings each copy into the journal with where it came from. */
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import type { Outcome } from '../../base/outcome.ts';
import { Spill } from '../../base/spill.ts';
import type { ComponentMessage } from '../../contract/components.ts';
import type { ContentFilter } from '../../contract/documents.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { planFragments } from '../../domain/clipboard-capture.ts';
import { judgeOwner } from '../../domain/filter.ts';
import { sourceOf } from '../../domain/source.ts';
import { countLost, recordNothingPresent, recordPresentAgain } from '../../journal/captures.ts';
import { contentPlaces, readFragment } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clipboard, CopyEvent, OfferedRepresentation, OpenFailure, ReadCopy } from '../../platform/clipboard/index.ts';
import type { Component } from '../component.ts';
import { Recorder } from './recorder.ts';

export interface MonitorParts {
  readonly component: Component;
  readonly journal: Journal;
  readonly filter: () => ContentFilter;
  readonly openClipboard: () => Promise<Outcome<Clipboard, OpenFailure>>;
}

type Refusal = 'excluded-app' | 'excluded-window';

/** What a person reads in `hub status`. */
const whyNot: Readonly<Record<OpenFailure, string>> = {
  'no-display': 'no display: DISPLAY is not set, or nobody answers there',
  wayland: 'this is a Wayland session, which is not watched yet; X11 is',
  'no-xfixes': 'the X server has no XFixes extension',
  unsupported: 'the clipboard of this system is not watched yet; X11 on Linux is',
};

/** A display that is gone may come back (a session that restarts); looking for it costs a connection. */
const firstReopenMs = 1_000;
const longestReopenMs = 30_000;

export class Monitor implements AsyncDisposable {
  readonly #parts: MonitorParts;
  readonly #recorder: Recorder;
  #clipboard: Clipboard | null = null;
  #lack: string | null = null;
  #journalWrites = true;
  #reopen: NodeJS.Timeout | undefined;
  #reopenMs = firstReopenMs;
  #closed = false;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
    this.#recorder = new Recorder({
      journal: parts.journal,
      log: parts.component.log,
      recorded: ({ captureId }) => parts.component.tell('python_core', { kind: 'captured', captureId }),
      writable: (isWritable) => this.#journalIs(isWritable),
    });
    parts.component.onTold((message) => void this.#told(message));
  }

  /** Opens the clipboard and watches it; says what is missing when there is none, and tries again when there may be one later. */
  async start(): Promise<void> {
    const opened = await this.#parts.openClipboard();
    if (this.#closed) return void (opened.ok && (await opened.value.close()));
    if (!opened.ok) return this.#lacks(opened.reason);
    this.#clipboard = opened.value;
    this.#reopenMs = firstReopenMs;
    this.#clipboard.watch<Refusal>({
      judge: ({ owner }) => {
        const verdict = judgeOwner(owner, this.#parts.filter());
        return verdict === 'read' ? 'read' : { refuse: verdict };
      },
      newContent: () => new Spill({ folder: this.#parts.journal.blobs }),
      onEvent: (event) => this.#heard(event),
      onLost: () => this.#lost(),
    });
    this.#lack = null;
    this.#say();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reopen);
    await this.#clipboard?.close();
    this.#recorder[Symbol.dispose]();
  }

  #heard(event: CopyEvent<Refusal>): void {
    const { journal, component } = this.#parts;
    switch (event.kind) {
      case 'copy':
        return this.#copied(event.copy);
      case 'missed':
        component.log.warn('copy missed', { because: event.because });
        return this.#write(() => countLost(journal, event.because === 'nothing-usable' ? 'unusable' : 'missed'));
      case 'refused':
        component.log.info('copy skipped', { because: event.because });
        return this.#nothingPresent(event.copiedAtMs, event.because === 'concealed' ? 'concealed' : 'excluded');
      case 'cleared':
        return this.#nothingPresent(Date.now(), null);
    }
  }

  #copied(copy: ReadCopy): void {
    const { log } = this.#parts.component;
    const capture = captureOf(copy);
    if (copy.missing.length > 0) log.warn('copy incomplete', { missingFormats: copy.missing.length });
    if (capture === null) return this.#write(() => countLost(this.#parts.journal, 'unusable'));
    const bytes = copy.representations.reduce((sum, { content }) => sum + content.bytes, 0);
    const readAtMs = machineClockMs();
    this.#recorder.record(capture, () => {
      const clockMs = machineClockMs();
      log.info('copied', {
        formats: copy.representations.length,
        bytes,
        initial: copy.initial,
        readMs: toMicroseconds(copy.timings.readAfterMs),
        recordMs: toMicroseconds(clockMs - readAtMs),
        clockMs: toMicroseconds(clockMs),
      });
    });
  }

  #nothingPresent(atMs: number, counter: 'concealed' | 'excluded' | null): void {
    this.#write(() => recordNothingPresent(this.#parts.journal, atMs, counter));
    this.#parts.component.tell('python_core', { kind: 'captured', captureId: null });
  }

  /** Counting is worth a line when it fails, not an end. */
  #write(work: () => void): void {
    try {
      work();
    } catch {
      this.#parts.component.log.error('journal takes no counts');
    }
  }

  async #told(message: ComponentMessage): Promise<void> {
    if (message.kind !== 'offer') return;
    const ok = await this.#offer(message.fragmentId);
    this.#parts.component.tell('python_core', { kind: 'offered', requestId: message.requestId, ok });
  }

  async #offer(fragmentId: number): Promise<boolean> {
    const fragment = readFragment(this.#parts.journal, fragmentId);
    if (this.#clipboard === null || fragment === null || fragment.state === 'filtered') return false;
    const places = contentPlaces(this.#parts.journal, fragmentId);
    const offered = await this.#clipboard.offer(
      places.map((place): OfferedRepresentation => {
        const { mediaType, bytes } = place;
        return { mediaType, content: 'inline' in place ? { bytes, inline: Buffer.from(place.inline) } : { bytes, file: place.file } };
      }),
    );
    if (!offered.ok) return false;
    this.#write(() => recordPresentAgain(this.#parts.journal, fragment.captureId, Date.now()));
    this.#parts.component.tell('python_core', { kind: 'captured', captureId: fragment.captureId });
    return true;
  }

  #lost(): void {
    void this.#clipboard?.close();
    this.#clipboard = null;
    this.#parts.component.log.error('display lost');
    this.#lacks('no-display');
  }

  #lacks(failure: OpenFailure): void {
    if (this.#lack === null) this.#nothingPresent(Date.now(), null);
    this.#lack = whyNot[failure];
    this.#say();
    if (failure !== 'no-display') return;
    this.#reopen = setTimeout(() => void this.start(), this.#reopenMs);
    this.#reopenMs = Math.min(longestReopenMs, this.#reopenMs * 2);
  }

  #journalIs(writable: boolean): void {
    if (writable === this.#journalWrites) return;
    this.#journalWrites = writable;
    this.#say();
  }

  #say(): void {
    this.#parts.component.degraded(
      this.#journalWrites ? this.#lack : 'the journal takes nothing (is the disk full?); copies are held in memory',
    );
  }
}

/** The journal's form of a copy; null when nothing in it is of use. */
function captureOf(copy: ReadCopy): NewCapture | null {
  const plans = planFragments(copy.representations.map((representation) => representation.mediaType));
  if (plans.length === 0) return null;
  return {
    origin: 'clipboard',
    copiedAtMs: copy.copiedAtMs,
    source: sourceOf(copy.owner, copy.sourceUrl),
    givenName: null,
    fragments: plans.map(({ kind, representations }) => ({
      kind,
      representations: representations.flatMap((position) => copy.representations[position] ?? []),
    })),
  };
}
