/** Opens a copy for its user: what it names, or its file; the supervisor starts the program. Files that could run as programs are shown in their folder. */
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../base/files/disk-error.ts';
import type { Outcome } from '../base/outcome.ts';
import type { Fragment } from '../contract/source-snapshot.ts';
import type { OpenAs } from '../contract/supervisor.ts';
import { openTargetOf } from '../domain/kind/open-target.ts';
import { say, sayHeard } from '../domain/language/say.ts';
import { isOpenedHere } from '../domain/openable-files.ts';

export interface OpenFragmentParts {
  readonly userHome: string;
  readonly open: (as: OpenAs, target: string) => Promise<Outcome<null, string>>;
}

/** `text` is said to the user; null if what was opened says enough. */
export interface OpenedFragment {
  readonly intent: 'success' | 'info' | 'warning' | 'error';
  readonly text: string | null;
}

/** Never rejects. `reveal` shows its file in its folder. */
export async function openFragment(parts: OpenFragmentParts, fragment: Fragment, how: 'open' | 'reveal'): Promise<OpenedFragment> {
  const target = how === 'open' ? openTargetOf(fragment, parts.userHome) : null;
  if (target !== null && target.what !== 'path') return opened(parts, 'address', target.target);
  const file = target?.target ?? fragment.savedPath ?? fragment.files?.[0];
  if (file === undefined) return { intent: 'warning', text: say('There is nothing in it that can be opened') };
  if (await isGone(file)) {
    const isNamed = target !== null;
    return {
      intent: 'error',
      text: isNamed
        ? say('There is nothing at this path on this computer')
        : say('Its file has been moved or deleted; the copy itself is in the history'),
    };
  }
  // A folder that ends like one is shown itself.
  if (target !== null && (await isFolder(file))) return opened(parts, 'folder', file.endsWith(path.sep) ? file : file + path.sep);
  const opens = how === 'open' && isOpenedHere(file);
  const did = await opened(parts, opens ? 'file' : 'folder', file);
  if (did.intent !== 'success' || how === 'reveal' || opens) return did;
  return { intent: 'info', text: say('Files of this kind can run as programs: it is shown in its folder instead') };
}

async function opened({ open }: OpenFragmentParts, as: OpenAs, target: string): Promise<OpenedFragment> {
  const shown = await open(as, target);
  if (shown.ok) return { intent: 'success', text: null };
  return { intent: 'error', text: sayHeard(shown.detail ?? '') || say('It was not opened: Hub did not answer; see Diagnostics') };
}

/** Only if that is certain: for any other failure the program that opens it has a better message. */
async function isGone(file: string): Promise<boolean> {
  return isMissing(await access(file).catch((reason: unknown) => reason));
}

async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
}
