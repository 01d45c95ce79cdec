/** A folder that a package is made of: every file is written by this, with a mode and a time that depend on nothing but the sources. */
import {
  chmodSync,
  copyFileSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const modes = { folder: 0o755, file: 0o644, program: 0o755 } as const;

/** Writes a file into a folder; `name` has forward slashes. Folders on the way are created. */
export function put(folder: string, name: string, content: string | Uint8Array, kind: 'file' | 'program' = 'file'): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, modes[kind]);
}

/** A link whose target is relative. */
export function link(folder: string, name: string, target: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  symlinkSync(target, file);
}

/** The files in a folder, in order, with forward slashes; `isLeftOut` also sees folders, with a slash at their end. */
export function filesIn(folder: string, isLeftOut: (name: string) => boolean = () => false, inside = ''): readonly string[] {
  const entries = readdirSync(path.join(folder, inside), { withFileTypes: true });
  return entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.posix.join(inside, entry.name);
      if (entry.isDirectory()) return isLeftOut(`${name}/`) ? [] : filesIn(folder, isLeftOut, name);
      return isLeftOut(name) ? [] : [name];
    });
}

/** Copies the files of `from` into `to`, below `inside`. */
export function copyFiles(from: string, names: readonly string[], to: string, inside: string): void {
  for (const name of names) {
    const file = path.join(from, name);
    put(to, path.posix.join(inside, name), readFileSync(file), 'file');
  }
}

/** Gives everything in it this time, seconds since 1970, and folders their mode. Returns the bytes of its files. */
export function settle(folder: string, seconds: number): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += settle(file, seconds);
    else if (entry.isSymbolicLink()) lutimesSync(file, seconds, seconds);
    else {
      bytes += statSync(file).size;
      utimesSync(file, seconds, seconds);
    }
  }
  chmodSync(folder, modes.folder);
  utimesSync(folder, seconds, seconds);
  return bytes;
}

/** Moves a file into a folder, which may be on another disk. Returns its path there. */
export function moved(file: string, folder: string): string {
  const target = path.join(folder, path.basename(file));
  copyFileSync(file, target);
  rmSync(file);
  return target;
}
