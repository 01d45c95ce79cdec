/** Why a damaged journal that was put aside can't be opened, so that its copies are not in the history yet, and what to do about it. */
import { quotedPath } from '../conditions/folders/quoted-path.ts';
import { say } from '../language/say.ts';

export interface ClosedJournalWords {
  readonly says: string;
  readonly mend: string;
}

/** A file or folder that can't be opened. `code`: the name of the system's error. `isOthers`: it belongs to another user. */
export interface ClosedFile {
  readonly file: string;
  readonly code: string;
  readonly isOthers: boolean;
  /** Its damage can be mended, which takes writing into it. */
  readonly isToBeWritten?: true;
  /** It is what was written down of the copies that were lost with a damaged journal. */
  readonly isLoss?: boolean;
  /** It is the copy of the schema that a damaged one is mended with. `file` gets the ending `-unread` once Hub does without it. */
  readonly isSchema?: boolean;
  readonly isWindows: boolean;
}

export function closedJournalInWords(closed: ClosedFile): ClosedJournalWords {
  if (closed.isLoss) return closedLossInWords(closed);
  const [says, how] = whyAndHow(closed);
  if (closed.isSchema && !isDenied(closed.code) && !isLink(closed.code))
    return {
      says,
      mend: say(
        '{how}; while it runs, Hub tries again by itself, at least once an hour; after three different hours it does without it, and keeps it as {kept}',
        { how, kept: `${closed.file}-unread` },
      ),
    };
  return { says, mend: say('{how}; Hub then carries over what is in it, within a minute while it runs', { how }) };
}

/** Of the journal that is in use: nothing is lost yet. `closed`: the copy of its schema. */
export function closedSchemaInWords({ file, code, isOthers, isWindows }: ClosedFile): ClosedJournalWords {
  const quoted = quotedPath(file);
  const how = isDenied(code) ? rightTo(quoted, isOthers, isWindows) : diskMend(file, quoted, isWindows);
  return {
    says: say(
      'is intact, but the copy of its schema cannot be read ({code}): without it, a few damaged bytes could cost all copies: {file}',
      { code, file },
    ),
    mend: say('{how}; if it cannot be read at starts of Hub in three different hours either, Hub makes a new one, and keeps it as {kept}', {
      how,
      kept: `${file}-unread`,
    }),
  };
}

function isDenied(code: string): boolean {
  return code === 'EACCES' || code === 'EPERM';
}

/** To nothing. */
function isLink(code: string): boolean {
  return code === 'ENOENT' || code === 'ELOOP';
}

/** The copies may have come over long ago. */
function closedLossInWords({ file, code, isOthers, isWindows }: ClosedFile): ClosedJournalWords {
  const quoted = quotedPath(file);
  const goesOn = (how: string): string => say('{how}; Hub then goes on where it was, within a minute while it runs', { how });
  if (isDenied(code))
    return {
      says: say('which copies were lost with a damaged journal is not known now, because you are not allowed to read {file}', { file }),
      mend: goesOn(rightTo(quoted, isOthers, isWindows)),
    };
  if (isLink(code))
    return {
      says: say('which copies were lost with a damaged journal is not known now, because {file} is a link to nothing', { file }),
      mend: goesOn(linkMend(quoted, isWindows)),
    };
  return {
    says: say('which copies were lost with a damaged journal is not known now, because {file} cannot be read ({code})', { file, code }),
    mend: say('{how}; while it runs, Hub tries again by itself, and after three different hours finds out anew what it can', {
      how: diskMend(file, quoted, isWindows),
    }),
  };
}

function linkMend(quoted: string, isWindows: boolean): string {
  return isWindows ? say('put back what it led to') : say('put back what it led to: {command}', { command: `ls -l ${quoted}` });
}

function diskMend(file: string, quoted: string, isWindows: boolean): string {
  return say('look at it and at its disk: {command}', { command: isWindows ? `dir "${file}"` : `ls -l ${quoted}` });
}

function whyAndHow({ file, code, isOthers, isWindows, isToBeWritten }: ClosedFile): readonly [says: string, how: string] {
  const quoted = quotedPath(file);
  if (isToBeWritten)
    return [
      say(
        'copies of a damaged journal are not in the history yet, because its damage can be mended, and {file} cannot be written to ({code})',
        { file, code },
      ),
      isWindows ? say('allow your user to write to it, in its properties') : rightTo(quoted, isOthers, isWindows),
    ];
  if (isDenied(code))
    return [
      say('copies of a damaged journal are not in the history yet, because you are not allowed to read {file}', { file }),
      rightTo(quoted, isOthers, isWindows),
    ];
  if (isLink(code))
    return [
      say('copies of a damaged journal are not in the history yet, because {file} is a link to nothing', { file }),
      linkMend(quoted, isWindows),
    ];
  return [
    say('copies of a damaged journal are not in the history yet, because {file} cannot be opened ({code})', { file, code }),
    diskMend(file, quoted, isWindows),
  ];
}

function rightTo(quoted: string, isOthers: boolean, isWindows: boolean): string {
  if (isWindows) return say('allow your user to read it, in its properties');
  return isOthers ? `sudo chown -R $USER ${quoted}` : `chmod -R u+rwX ${quoted}`;
}
