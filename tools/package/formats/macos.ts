/** The application of macOS, in a zip archive: it is unpacked into /Applications. Never run on macOS. */
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Plan } from '../program/copy-program.ts';
import { filesIn, put } from '../program/folder.ts';
import { copyProgramFor } from '../program/other-system.ts';
import type { System } from '../program/runtime-packages.ts';

const contents = 'Hub.app/Contents';
const program = `${contents}/Resources/hub-desktop`;
/** Relative to the program's folder. */
const command = '../../MacOS/hub';
const programs: ReadonlySet<string> = new Set([`${contents}/MacOS/hub`, `${program}/node`]);
/** `S_IFREG` with the rights of a file, and of a program (stat(2)). */
const modes = { file: 0o100_644, program: 0o100_755 } as const;

/** Returns the path of the archive for this processor. */
export async function buildMacos(plan: Plan, scratch: string, cpu: 'arm64' | 'x64'): Promise<string> {
  const system: System = { os: 'darwin', cpu };
  const folder = path.join(scratch, `macos-${cpu}`);
  rmSync(folder, { recursive: true, force: true });
  await copyProgramFor(system, path.join(folder, program), plan, { form: 'macos', command });
  put(folder, `${contents}/MacOS/hub`, macLauncher, 'program');
  put(folder, `${contents}/Info.plist`, infoOf(plan));
  put(folder, `${contents}/PkgInfo`, 'APPL????');
  put(folder, `${contents}/Resources/hub.icns`, iconOf(readFileSync(path.join(plan.root, 'brand/launcher.png'))));
  const file = path.join(plan.output, `hub-desktop-${plan.version}-macos-${cpu}.zip`);
  await zip(folder, file, plan);
  rmSync(folder, { recursive: true });
  return file;
}

/** The same bytes in every time zone: a time in a zip archive is that of a local clock. Exported for its test. */
export async function zip(folder: string, file: string, { date, isQuick }: Pick<Plan, 'date' | 'isQuick'>): Promise<void> {
  const atUtc = new Date(date * 1_000);
  const mtime = new Date(atUtc.getTime() + atUtc.getTimezoneOffset() * 60_000);
  const archive = new ZipFile();
  for (const name of filesIn(folder)) {
    const mode = programs.has(name) ? modes.program : modes.file;
    archive.addBuffer(readFileSync(path.join(folder, name)), name, { mtime, mode, compress: isQuick !== true, forceDosTimestamp: true });
  }
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(file));
}

/** Without a Dock icon (LSUIElement): Hub is in the menu bar. Keys: https://developer.apple.com/documentation/bundleresources/information-property-list. */
export function infoOf({ version }: Pick<Plan, 'version'>): string {
  const texts = {
    CFBundleDevelopmentRegion: 'en',
    CFBundleDisplayName: 'Hub',
    CFBundleExecutable: 'hub',
    CFBundleIconFile: 'hub',
    CFBundleIdentifier: 'hub-desktop',
    CFBundleInfoDictionaryVersion: '6.0',
    CFBundleName: 'Hub',
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: /^\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? '0',
    CFBundleVersion: /^\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? '0',
    LSApplicationCategoryType: 'public.app-category.utilities',
    LSMinimumSystemVersion: '13.5',
    NSHumanReadableCopyright: 'MIT',
  };
  const rows = Object.entries(texts).map(([key, text]) => `\t<key>${key}</key>\n\t<string>${text}</string>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${rows.join('')}\t<key>LSUIElement</key>
\t<true/>
\t<key>NSHighResolutionCapable</key>
\t<true/>
</dict>
</plist>
`;
}

/** The command, and what the Finder starts. It may be called by a link to it. */
export const macLauncher = `#!/bin/sh
# Node's compiled code belongs into the caches of its user.
file=$0
while [ -L "$file" ]; do
  target=$(readlink "$file")
  case $target in
  /*) file=$target ;;
  *) file=$(dirname "$file")/$target ;;
  esac
done
here=$(cd "$(dirname "$file")/../Resources/hub-desktop" && pwd -P)
NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$HOME/Library/Caches/hub-desktop}"
export NODE_COMPILE_CACHE
exec "$here/node" --max-semi-space-size=1 --no-memory-reducer "$here/bin/hub.js" "$@"
`;

/** An icon of macOS with one picture of 256 × 256, as PNG: each part has a name of four letters and its length. */
function iconOf(png: Uint8Array): Buffer {
  const part = (name: string, content: Uint8Array): Buffer => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32BE(head.length + content.length, 4);
    return Buffer.concat([head, content]);
  };
  return part('icns', part('ic08', png));
}
