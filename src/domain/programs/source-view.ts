/** Where the content of the clipboard comes from, as the first panel shows it, and what of that can be opened. */
import { mainFragment } from '../../contract/fragment-words.ts';
import type { SourceView } from '../../contract/page-rows/source-view.ts';
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { say } from '../language/say.ts';
import { savedPlace } from '../view/fragment-outcome.ts';
import { type RowContext, sourceName } from '../view/fragment-row.ts';
import { oneLine } from '../view/shown-text.ts';
import { timeLabel } from '../view/shown-time.ts';
import { windowSubject } from './window-title.ts';

/** What can be opened: the page that it was copied from, or the folder of a file. */
export interface OpenableSource {
  readonly what: 'page' | 'folder';
  readonly target: string;
}

const longestName = 200;
const mostFormats = 8;

type Snapshot = Pick<HubWindowSnapshot, 'sourcePath' | 'appIdentity' | 'fragments'>;

/**
 * A page in the browser; copied files, or the file that it was copied from, in their folder. Null for anything else: the path of a program is not
 * where a copy comes from, and a folder on another machine may ask for a password.
 */
export function openableSource({ sourcePath, appIdentity, fragments }: Snapshot): OpenableSource | null {
  if (/^https?:\/\/[^\s/]/i.test(sourcePath)) return { what: 'page', target: sourcePath };
  const [file] = mainFragment(fragments)?.files ?? [];
  if (file !== undefined && isLocalPath(file)) return { what: 'folder', target: file };
  return isLocalPath(sourcePath) && sourcePath !== appIdentity.executable ? { what: 'folder', target: sourcePath } : null;
}

function isLocalPath(path: string): boolean {
  return /^(?:\/(?!\/)|[a-z]:[\\/])/i.test(path);
}

/** Null while nothing is on the clipboard, or nothing is known about it. */
export function sourceView(snapshot: HubWindowSnapshot | null, context: RowContext): SourceView | null {
  if (snapshot === null || snapshot.fragments.length === 0) return null;
  const app = appOf(snapshot.appIdentity);
  const program = context.programOf?.(app) ?? null;
  const name = program?.name ?? sourceName('', app.name ?? app.executable ?? '');
  const title = windowSubject(app.windowTitle ?? '', [app.name ?? '', program?.name ?? '']);
  const main = mainFragment(snapshot.fragments);
  return {
    program: name,
    iconUrl: program?.iconUrl ?? null,
    windowTitle: title === name || title === oneLine(snapshot.sourceName, longestName) ? '' : title,
    time: timeLabel(main?.capturedAt ?? snapshot.capturedAt ?? '', context),
    file: main?.state === 'saved' ? savedPlace(main.savedPath, context) : '',
    formats: formatsOf(snapshot.fragments.flatMap(({ mediaTypes }) => mediaTypes)),
    opens: openableSource(snapshot)?.what ?? null,
  };
}

function appOf(identity: HubWindowSnapshot['appIdentity']): Pick<AppIdentity, 'name' | 'executable' | 'windowTitle'> {
  const text = (key: string): string | null => (typeof identity[key] === 'string' ? identity[key] : null);
  return { name: text('name'), executable: text('executable'), windowTitle: text('windowTitle') };
}

/** Each once, in words that people know. */
function formatsOf(mediaTypes: readonly string[]): readonly string[] {
  return [...new Set(mediaTypes.slice(0, 4 * mostFormats).map(formatName))].filter((name) => name !== '').slice(0, mostFormats);
}

function formatName(mediaType: string): string {
  if (mediaType === 'text/plain') return say('plain text');
  if (mediaType === 'text/uri-list') return say('files');
  const [, group = '', word = ''] = /^(text|image)\/(?:x-)?([a-z0-9]{1,12})(?:\+xml)?$/.exec(mediaType) ?? [];
  if (group === 'image') return say('{format} picture', { format: word.toUpperCase() });
  return group === 'text' ? word.toUpperCase() : oneLine(mediaType, 60);
}
