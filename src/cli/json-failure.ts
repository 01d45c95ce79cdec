/** What a failed command prints with `--json`: one JSON value, whatever the reason. */
import { type ExitStatus, printJson, type Surface } from './surface.ts';

export interface FailureTeller {
  /** Writes like the given one, and remembers. */
  readonly surface: Surface;
  /** At the end of a command with `--json`: prints the failure, unless something was printed. */
  tell(exitStatus: ExitStatus): void;
}

export function failureTeller(given: Surface): FailureTeller {
  let hasPrinted = false;
  let last: { readonly error: string; readonly detail: string } | null = null;
  const surface: Surface = {
    ...given,
    print: (line) => {
      hasPrinted = true;
      given.print(line);
    },
    printBytes: (bytes) => {
      hasPrinted = true;
      given.printBytes(bytes);
    },
    complain: (line, error = 'failed') => {
      last = { error, detail: line.replace(/^hub: /, '') };
      given.complain(line);
    },
  };
  return {
    surface,
    tell: (exitStatus) => {
      if (exitStatus !== 0 && !hasPrinted && last !== null) printJson(given, { ok: false, ...last });
    },
  };
}
