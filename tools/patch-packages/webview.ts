/**
 * Lets the window's addon load with a glibc older than 2.39 (Debian 12, Ubuntu 22.04).
 *
 * The prebuilt addon (`@webviewjs/webview-linux-x64-gnu`) requires the version GLIBC_2.39 only for two weak symbols, `pidfd_spawnp` and
 * `pidfd_getpid`, which Rust's standard library uses if they exist. But its list of required versions (Linux Standard Base, "Symbol Version
 * Requirements") does not mark this requirement as weak, so the loader rejects the whole file. The patch marks it as weak (`VER_FLG_WEAK`), as the
 * symbols already are; nothing else changes.
 *
 * Only the file with the known digest is patched, and only if the system's glibc is too old for it. This can be removed when Debian 12 and Ubuntu
 * 22.04 are no longer supported (June 2028 and April 2027), or when the package is built against an older glibc.
 */
import { replaceKnown } from './replace-known.ts';

const addon = '@webviewjs/webview-linux-x64-gnu/webview.linux-x64-gnu.node';
export const pinnedAddon = 'a2f3714b44b47e50b77f72c2a6a326926c02f29ab0affd46f0df979d9b2b1002';
export const needed = [2, 39] as const;

const versionNeeds = 0x6ffffffe;
const weak = 2;

/**
 * Returns the file with its requirement of this version marked as weak. It must be a 64-bit little-endian ELF file (elf(5)).
 * @throws RangeError if the file does not require this version.
 */
export function withWeakRequirement(elf: Buffer, version: string): Buffer {
  const patched = Buffer.from(elf);
  for (const at of requirementFlags(elf, version)) patched.writeUInt16LE(elf.readUInt16LE(at) | weak, at);
  return patched;
}

/** The offsets of the flags (`vna_flags`) of each requirement of this version. */
function requirementFlags(elf: Buffer, version: string): number[] {
  const header = (index: number): number => Number(elf.readBigUInt64LE(0x28)) + index * elf.readUInt16LE(0x3a);
  const sections = Array.from({ length: elf.readUInt16LE(0x3c) }, (_, index) => header(index));
  const needs = sections.find((at) => elf.readUInt32LE(at + 4) === versionNeeds);
  if (needs === undefined) throw new RangeError('no list of required versions');
  const offsetOf = (section: number): number => Number(elf.readBigUInt64LE(section + 0x18));
  const names = offsetOf(header(elf.readUInt32LE(needs + 0x28)));
  const found: number[] = [];
  for (let file = offsetOf(needs), nextFile = 1; nextFile !== 0; file += nextFile) {
    nextFile = elf.readUInt32LE(file + 12);
    for (let need = file + elf.readUInt32LE(file + 8), next = 1; next !== 0; need += next) {
      next = elf.readUInt32LE(need + 12);
      const name = names + elf.readUInt32LE(need + 8);
      if (elf.toString('latin1', name, elf.indexOf(0, name)) === version) found.push(need + 4);
    }
  }
  if (found.length === 0) throw new RangeError(`does not require ${version}`);
  return found;
}

/** Whether this system's glibc is older than the required version. False for any other libc. */
function isTooOld(): boolean {
  const report = process.report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
  const [major = 0, minor = 0] = (report.header?.glibcVersionRuntime ?? '').split('.').map(Number);
  return major > 0 && (major < needed[0] || (major === needed[0] && minor < needed[1]));
}

/** Patches the installed addon if this system needs that. */
export function patchWebview(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !isTooOld()) return;
  replaceKnown(addon, pinnedAddon, (bytes) => withWeakRequirement(bytes, `GLIBC_${needed.join('.')}`));
}
