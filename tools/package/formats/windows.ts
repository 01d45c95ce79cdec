/** The installer for Windows, by makensis(1): for one user, without an administrator. Tried under Wine only. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from '../program/copy-program.ts';
import { filesIn, moved, put, settle } from '../program/folder.ts';
import { copyProgramFor } from '../program/other-system.ts';
import { installerScript, starterScript, windowsCommand } from './nsis-scripts.ts';

/** Returns the path of the installer. */
export async function buildWindows(plan: Plan, scratch: string): Promise<string> {
  const [folder, top] = [path.join(scratch, 'windows-files'), path.join(scratch, 'windows')];
  for (const one of [folder, top]) rmSync(one, { recursive: true, force: true });
  await copyProgramFor({ os: 'win32', cpu: 'x64' }, folder, plan, { form: 'windows', command: 'hub-desktop.exe' });
  put(folder, 'hub.cmd', windowsCommand);
  put(top, 'hub.ico', iconOf(readFileSync(path.join(plan.root, 'brand/launcher.png'))));
  put(top, 'starter.nsi', withMark(starterScript({ version: plan.version, icon: 'hub.ico', output: 'hub-desktop.exe' })));
  makensis(top, 'starter.nsi', plan);
  put(folder, 'hub-desktop.exe', readFileSync(path.join(top, 'hub-desktop.exe')), 'program');
  const bytes = settle(folder, plan.date);
  const output = `hub-desktop-${plan.version}-windows-x64.exe`;
  const files = filesIn(folder);
  const parts = {
    version: plan.version,
    bytes,
    folder: '../windows-files',
    files,
    icon: 'hub.ico',
    output,
    isQuick: plan.isQuick === true,
  };
  put(top, 'installer.nsi', withMark(installerScript(parts)));
  makensis(top, 'installer.nsi', plan);
  return moved(path.join(top, output), plan.output);
}

/** The mark by which it knows that a script is UTF-8. */
function withMark(script: string): string {
  return `\uFEFF${script}`;
}

/** Runs it in `folder`. Exported for its test. @throws Error that says how to get makensis, if it is missing. */
export function makensis(folder: string, script: string, { date }: Pick<Plan, 'date'>, env: NodeJS.ProcessEnv = process.env): void {
  try {
    execFileSync('makensis', ['-V2', '-WX', script], {
      cwd: folder,
      env: { ...env, SOURCE_DATE_EPOCH: String(date) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(
      'the installer of Windows needs makensis, which is missing here; Debian has it in the package nsis: sudo apt install nsis',
    );
  }
}

/** An icon of Windows that has one picture of 256 × 256, as PNG (ICONDIR and ICONDIRENTRY, from Windows Vista on). Exported for its test. */
export function iconOf(png: Uint8Array): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture, whose width and height of 256 are written as 0
  header.writeUInt16LE(1, 10); // planes
  header.writeUInt16LE(32, 12); // bits of a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
