/** The program as a system has it below `/usr`: what the packages of Debian and of Fedora share. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { commandRows } from '../completions/command-rows.ts';
import { type Edition, manPage } from '../completions/man-page.ts';
import { bashCompletion, fishCompletion, zshCompletion } from '../completions/shells.ts';
import { appStreamData, desktopEntry, userUnit } from '../desktop/entries.ts';
import { copyProgram, type Plan } from './copy-program.ts';
import { link, put } from './folder.ts';

export const programFolder = 'usr/lib/hub-desktop';

/** Writes it into `folder`. `form`: which package it is for. */
export async function systemRoot(folder: string, plan: Plan, form: 'deb' | 'rpm'): Promise<void> {
  await copyProgram(path.join(folder, programFolder), plan, { form, command: '../../bin/hub' });
  link(folder, 'usr/bin/hub', '../lib/hub-desktop/hub');
  for (const [name, content] of sharedFiles(plan)) put(folder, `usr/${name}`, content);
  put(folder, 'usr/share/icons/hicolor/256x256/apps/hub-desktop.png', readFileSync(path.join(plan.root, 'brand/launcher.png')));
  put(folder, 'usr/share/icons/hicolor/scalable/apps/hub-desktop.svg', readFileSync(path.join(plan.root, 'brand/mark.svg')));
}

/** Below `/usr`. */
function sharedFiles(edition: Edition): readonly (readonly [name: string, content: string])[] {
  const rows = commandRows();
  return [
    ['share/applications/hub.desktop', desktopEntry],
    ['share/metainfo/hub-desktop.metainfo.xml', appStreamData(edition)],
    ['lib/systemd/user/hub.service', userUnit],
    ['share/bash-completion/completions/hub', bashCompletion(rows)],
    ['share/zsh/vendor-completions/_hub', zshCompletion(rows)],
    ['share/fish/vendor_completions.d/hub.fish', fishCompletion(rows)],
    ['share/man/man1/hub.1', manPage(rows, edition)],
  ];
}
