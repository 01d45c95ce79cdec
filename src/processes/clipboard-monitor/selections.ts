/**
 * Records text that is selected and not copied (PRIMARY on X11), if the user has turned that on. It must never count as a copy: it is not what is on the
 * clipboard, uses up no `ignore-next-copy`, is in no counter, and is dropped if the journal does not accept it now. Off, nothing is requested.
 */
import { ContentSpool } from '../../base/files/spooled-content.ts';
import { errorCode, errorOrigin } from '../../base/log.ts';
import type { PrimarySelectionRules } from '../../contract/documents/hub.ts';
import { judgeCopy } from '../../domain/capture/content-filter.ts';
import { identifyOwner } from '../../domain/capture/owner-identity.ts';
import type { Pause } from '../../domain/capture/pause-time.ts';
import { isClipboardManager } from '../../journal/captures/clipboard-managers.ts';
import { discardContents } from '../../journal/captures/temporary-contents.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { Clipboard, ClipboardWatch, CopyEvent, ReadCopy } from '../../platform/clipboard/index.ts';
import { aboutCapture } from '../about-copy.ts';
import type { Component } from '../component.ts';
import { captureOf, type OwnerRefusal } from './journal-entries.ts';
import type { MonitorParts } from './monitor-parts.ts';

export interface SelectionParts extends Pick<MonitorParts, 'writer' | 'filter' | 'workspace' | 'room'> {
  readonly component: Pick<Component, 'log'>;
  readonly journal: Pick<JournalReader, 'blobs'>;
  /** As they are now. */
  readonly rules: () => PrimarySelectionRules;
  /** What is not captured now; also the next copy, before which its text is selected. */
  readonly pause: () => Pause | null;
  /** A copy of this client was passed over a moment ago. */
  readonly wasPassedOver: (client: number | null) => boolean;
  /** The journal has one more. */
  readonly recorded: (captureId: number) => void;
}

/** People select whole documents, and mean nothing by it. */
const longestBytes = 1_024 * 1_024;

export class Selections {
  readonly #parts: SelectionParts;
  #clipboard: Clipboard | null = null;
  #watch: ClipboardWatch | null = null;

  constructor(parts: SelectionParts) {
    this.#parts = parts;
  }

  /** There is a clipboard, or another one, or none any more. Its watch ends with it. */
  opened(clipboard: Clipboard | null): void {
    this.#watch?.stop();
    [this.#clipboard, this.#watch] = [clipboard, null];
    this.rulesChanged();
  }

  /** The setting may have another value: it is in force when this returns. */
  rulesChanged(): void {
    const isOn = this.#parts.rules().capture;
    if (!isOn) this.#watch?.stop();
    if (isOn && this.#watch === null && this.#clipboard !== null) this.#watch = this.#begin(this.#clipboard);
    else if (!isOn && this.#watch !== null) this.#watch = null;
    else return;
    this.#parts.component.log.info('selections', { watched: isOn });
  }

  #begin(clipboard: Clipboard): ClipboardWatch {
    const { log } = this.#parts.component;
    return clipboard.watchSelected<OwnerRefusal | 'concealed'>({
      // Asked when it is selected, and again when it is read: what is selected during a pause is not read after it.
      isWanted: ({ client }) => this.#parts.pause() === null && !this.#parts.wasPassedOver(client),
      identifyOwner,
      // A clipboard manager that sets the selection repeats a copy, perhaps without the mark that conceals it.
      needsOwner: () => true,
      judge: ({ owner, isOwnerComplete, ownerMayBe }) => {
        if (this.#parts.pause() !== null || isClipboardManager(owner)) return { refuse: 'passed-over' };
        const known = { isComplete: isOwnerComplete, mayBe: ownerMayBe, isEarlier: false };
        const verdict = judgeCopy(owner, known, this.#parts.filter());
        return verdict === 'read' ? 'read' : { refuse: verdict };
      },
      isTextAlone: true,
      limits: { textBytes: longestBytes, copyBytes: longestBytes },
      newContent: () =>
        new ContentSpool({ folder: this.#parts.journal.blobs, hasRoom: async () => (await this.#parts.room()).kind !== 'small-only' }),
      onEvent: (event) => this.#heard(event),
      onLost: () => {},
      onFault: (error) => log.critical('selection not handled', { code: errorCode(error), origin: errorOrigin(error) }),
    });
  }

  #heard(event: CopyEvent<OwnerRefusal>): void {
    const { log } = this.#parts.component;
    if (event.kind === 'copy') return void this.#record(event.copy);
    if (event.kind !== 'cleared') log.debug('selection not kept', { because: event.because });
  }

  /** Never rejects. One that the pause or the switch has overtaken is dropped. */
  async #record(copy: ReadCopy): Promise<void> {
    const { component, writer, workspace, rules, recorded } = this.#parts;
    const capture = captureOf(copy, workspace());
    if (capture === null) return;
    if (this.#parts.pause() !== null || !rules().capture) return discardContents(capture);
    const written = await writer.write('recordCaptures', [{ ...capture, origin: 'selection' }]);
    const outcome = written.ok ? written.value[0] : undefined;
    if (!outcome?.ok) {
      discardContents(capture);
      return component.log.warn('selection not recorded');
    }
    component.log.info('selected', {
      ...aboutCapture(outcome.value),
      bytes: copy.representations.reduce((sum, { content }) => sum + content.bytes, 0),
    });
    recorded(outcome.value.captureId);
    await writer.write('trimSelections', rules().max_count);
  }
}
