/** Why a damaged journal that was put aside can't be opened, so that its copies are not in the history yet, and what to do about it. */
import { quotedPath } from '../conditions/quoted-path.ts';
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
  readonly isWindows: boolean;
}

export function closedJournalInWords(closed: ClosedFile): ClosedJournalWords {
  const [says, how] = whyAndHow(closed);
  return { says, mend: say('{how}; Hub then carries over what is in it, within a minute while it runs', { how }) };
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
  if (code === 'EACCES' || code === 'EPERM')
    return [
      say('copies of a damaged journal are not in the history yet, because you are not allowed to read {file}', { file }),
      rightTo(quoted, isOthers, isWindows),
    ];
  const look = isWindows ? say('put back what it led to') : say('put back what it led to: {command}', { command: `ls -l ${quoted}` });
  if (code === 'ENOENT' || code === 'ELOOP')
    return [say('copies of a damaged journal are not in the history yet, because {file} is a link to nothing', { file }), look];
  return [
    say('copies of a damaged journal are not in the history yet, because {file} cannot be opened ({code})', { file, code }),
    say('look at it and at its disk: {command}', { command: isWindows ? `dir "${file}"` : `ls -l ${quoted}` }),
  ];
}

function rightTo(quoted: string, isOthers: boolean, isWindows: boolean): string {
  if (isWindows) return say('allow your user to read it, in its properties');
  return isOthers ? `sudo chown -R $USER ${quoted}` : `chmod -R u+rwX ${quoted}`;
}
