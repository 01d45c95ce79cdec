/** The fields by which the log lines of all processes about one copy are found (`src/logs/copy-numbers.ts`). They are numbers of Hub's own. */
import type { RecordedCapture } from '../journal/captures/captures.ts';

/** Of a line about one fragment. */
export function aboutFragment({ id, captureId }: { readonly id: number; readonly captureId: number }): {
  captureId: number;
  fragmentId: number;
} {
  return { captureId, fragmentId: id };
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
