/** Opens a copy for its user: what it names, or its file; the supervisor starts the program. Files that could run as programs are shown in their folder. */
import { constants } from 'node:fs';
import { open as openFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { tooLate, within } from '../base/deadline.ts';
import { isMissing } from '../base/files/disk-error.ts';
import type { Outcome } from '../base/outcome.ts';
import type { Fragment } from '../contract/source-snapshot.ts';
import type { OpenAs } from '../contract/supervisor.ts';
import { openTargetOf } from '../domain/kind/open-target.ts';
import { say, sayHeard } from '../domain/language/say.ts';
import { headBytesLookedAt, type LookedAt, type Opening, openingByContent, openingByName } from '../domain/openable-files.ts';

export interface OpenFragmentParts {
  readonly userHome: string;
  readonly open: (as: OpenAs, target: string) => Promise<Outcome<null, string>>;
  /** What is at a path; by default the file system says it. */
  readonly facts?: (file: string) => Promise<PathFacts>;
}

export interface PathFacts {
  readonly isFolder: boolean;
  /** Of an ordinary file whose name does not tell what it is; otherwise null. */
  readonly file: LookedAt | null;
}

/** `text` is said to the user; null if what was opened says enough. */
export interface OpenedFragment {
  readonly intent: 'success' | 'info' | 'warning' | 'error';
  readonly text: string | null;
}

/** In ms. A path may be of a machine that is gone, and a look at it then lasts for ever. */
const answersWithinMs = 2_000;
/** Their files are no documents: to open one may do or wait for anything (proc(5), sysfs(5)). */
const ofTheSystem = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/;

/** Never rejects. `reveal` shows its file in its folder. */
export async function openFragment(parts: OpenFragmentParts, fragment: Fragment, how: 'open' | 'reveal'): Promise<OpenedFragment> {
  const target = how === 'open' ? openTargetOf(fragment, parts.userHome) : null;
  if (target !== null && target.what !== 'path') return opened(parts, 'address', target.target);
  const file = target?.target ?? fragment.savedPath ?? fragment.files?.[0];
  if (file === undefined) return { intent: 'warning', text: say('This copy has nothing to open') };
  if (ofTheSystem.test(path.resolve(file))) return { intent: 'warning', text: say('Files of the system itself are not opened from here') };
  const found = await lookAt(file, parts.facts ?? factsOf);
  if (found === 'silent') return { intent: 'error', text: say('It was not opened: its disk or its machine does not answer') };
  if (found === 'gone') {
    const isNamed = target !== null;
    return {
      intent: 'error',
      text: isNamed
        ? say('There is nothing at this path on this computer')
        : say('Its file has been moved or deleted; the copy itself is in the history'),
    };
  }
  // A folder that ends like one is shown itself.
  if (target !== null && found !== 'other' && found.isFolder)
    return opened(parts, 'folder', file.endsWith(path.sep) ? file : file + path.sep);
  const opening = how === 'open' ? openingOf(file, found) : null;
  const did = await opened(parts, opening === 'opened' ? 'file' : 'folder', file);
  if (did.intent !== 'success' || opening === null || opening === 'opened') return did;
  const text =
    opening === 'runs'
      ? say('Files of this kind can run as programs: it is shown in its folder instead')
      : say('Hub does not know files of this kind: it is shown in its folder instead');
  return { intent: 'info', text };
}

function openingOf(file: string, found: PathFacts | 'other'): Opening {
  const byName = openingByName(file, process.platform);
  if (byName !== 'by-content') return byName;
  return found === 'other' || found.file === null ? 'unknown' : openingByContent(found.file);
}

/** Reads only of a file whose name does not tell. */
async function factsOf(file: string): Promise<PathFacts> {
  const facts = await stat(file);
  if (!facts.isFile() || openingByName(file, process.platform) !== 'by-content') return { isFolder: facts.isDirectory(), file: null };
  // Should a pipe be there by now, its other end is not waited for.
  await using handle = await openFile(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytesLookedAt), 0, headBytesLookedAt, 0);
  return { isFolder: false, file: { isExecutable: (facts.mode & 0o111) !== 0, head: buffer.toString('utf8', 0, bytesRead) } };
}

async function opened({ open }: OpenFragmentParts, as: OpenAs, target: string): Promise<OpenedFragment> {
  const shown = await open(as, target);
  if (shown.ok) return { intent: 'success', text: null };
  return { intent: 'error', text: sayHeard(shown.detail ?? '') || say('It was not opened: Hub did not answer; see Diagnostics') };
}

/** One at a time: each that gets no answer holds a thread of the process until it does. */
let looking: Promise<unknown> | null = null;

/** `gone` only if that is certain: for any other failure the program that opens it has a better message. `silent`: there is no answer in time. */
async function lookAt(file: string, facts: NonNullable<OpenFragmentParts['facts']>): Promise<PathFacts | 'other' | 'gone' | 'silent'> {
  if (looking !== null) {
    await within(answersWithinMs, looking);
    if (looking !== null) return 'silent';
  }
  const look = facts(file).catch((reason: unknown) => (isMissing(reason) ? ('gone' as const) : ('other' as const)));
  looking = look;
  void look.then(() => {
    if (looking === look) looking = null;
  });
  const found = await within(answersWithinMs, look);
  return found === tooLate ? 'silent' : found;
}
