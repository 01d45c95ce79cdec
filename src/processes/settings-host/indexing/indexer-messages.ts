/** What the settings host and its indexer say to each other. Lost with either of them: what counts is in the index. */
import type { ContentFilter } from '../../../contract/documents/content-filter.ts';
import type { DiskPath } from '../../../file-index/disk-path.ts';
import type { IndexedWorkspace, WatchCounts } from '../../../file-index/workspace-rows.ts';

export interface RefreshOrder {
  /** 0 if nobody asked for it. */
  readonly requestId: number;
  /** All WorkSpaces there are: others leave the index. */
  readonly workspaces: readonly IndexedWorkspace[];
  /** The ids of those to refresh. */
  readonly refresh: readonly string[];
  /** The ids of those whose disk held up an indexer before. */
  readonly unresponsive: readonly string[];
  /** Only these folders, with what is new in them; null for everything. */
  readonly folders: readonly DiskPath[] | null;
  /** Whether the desktop said how long it was idle; null if it was not asked. */
  readonly isIdleKnown: boolean | null;
  readonly filter: ContentFilter;
}

export type ToIndexer =
  | { readonly kind: 'refresh'; readonly order: RefreshOrder }
  | { readonly kind: 'stop' }
  | { readonly kind: 'watching'; readonly counts: WatchCounts };

export type FromIndexer =
  /** It works. `workspaceId`: where it is. */
  | { readonly kind: 'alive'; readonly workspaceId: string | null }
  /** Folders that are in the index. */
  | { readonly kind: 'folders'; readonly workspaceId: string; readonly paths: readonly DiskPath[] }
  | {
      readonly kind: 'done';
      readonly outcome: 'complete' | 'stopped';
      readonly seen: number;
      readonly indexed: number;
      readonly unread: number;
    }
  /** It ends because of a bug or a damaged index; for the log. */
  | { readonly kind: 'failed'; readonly code: string; readonly origin: string };
