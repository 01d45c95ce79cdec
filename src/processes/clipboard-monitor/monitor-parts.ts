/** What the monitor is made of. */
import type { Outcome } from '../../base/outcome.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import type { PrimarySelectionRules } from '../../contract/documents/hub.ts';
import type { RoomVerdict } from '../../domain/capture/disk-room.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';
import type { Component } from '../component.ts';

export interface MonitorParts {
  readonly component: Component;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  /** Null while it is not valid, and there is no earlier valid version. */
  readonly filter: () => ContentFilter | null;
  /** Whether and how many selected texts are kept. */
  readonly selectionRules: () => PrimarySelectionRules;
  /** The active WorkSpace. */
  readonly workspace: () => string;
  /** Never rejects. */
  readonly room: () => Promise<RoomVerdict>;
  readonly openClipboard: () => Promise<Outcome<Clipboard, OpenFailure>>;
  /** Calls `changed` when a display may have come or gone. Null where the system does not tell. */
  readonly watchDisplayPlace: (changed: () => void) => Disposable | null;
}
