/** A text that was kept in the history and not saved, as the core sends it. */
import type { Fragment } from '../../src/contract/source-snapshot.ts';

export const keptFragment = (id: string, change: Partial<Fragment> = {}): Fragment => ({
  id,
  kind: 'text',
  text: `copy ${id}`,
  bytes: 6,
  mediaTypes: ['text/plain'],
  capturedAt: '2026-11-21T10:00:00.000+00:00',
  source: { type: 'other', name: '', path: '', app: { name: null, executable: null, pid: null, windowTitle: null } },
  detection: null,
  embeddedFilename: null,
  state: 'kept',
  reason: 'too_short',
  savedPath: null,
  sha256: null,
  ...change,
});
