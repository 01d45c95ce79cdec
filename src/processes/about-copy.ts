/** The fields by which the log lines of all processes about one copy are found (`src/logs/copy-numbers.ts`). They are numbers of Hub's own. */
import type { RecordedCapture } from '../journal/captures/captures.ts';
import { captureOf } from '../journal/fragments/fragments.ts';
import type { JournalReader } from '../journal/journal.ts';

/** Of a line about one fragment. */
export function aboutFragment({ id, captureId }: { readonly id: number; readonly captureId: number }): {
  captureId: number;
  fragmentId: number;
} {
  return { captureId, fragmentId: id };
}

/** The same where only the fragment's number is at hand. For errors too: a journal that can't be read makes the capture null. */
export function aboutNumber(journal: JournalReader, fragmentId: number): { captureId: number | null; fragmentId: number } {
  try {
    return { captureId: captureOf(journal, fragmentId), fragmentId };
  } catch {
    return { captureId: null, fragmentId };
  }
}

/** Of the line about a capture that was just recorded: its fragments have consecutive numbers, from `fragmentId` on. */
export function aboutCapture({ captureId, fragmentIds, repeated }: RecordedCapture): {
  captureId: number;
  fragmentId: number | null;
  fragments: number;
  repeated: boolean;
} {
  return { captureId, fragmentId: fragmentIds[0] ?? null, fragments: fragmentIds.length, repeated };
}
