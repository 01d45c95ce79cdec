/** An archive that unpacks and installs itself for one user, without root (makeself(1)): for systems without a package of ours. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { commandRows } from '../completions/command-rows.ts';
import { manPage } from '../completions/man-page.ts';
import { desktopEntry } from '../desktop/entries.ts';
import { copyProgram, type Plan } from '../program/copy-program.ts';
import { moved, put, settle } from '../program/folder.ts';
import { laterVersion, refusal } from './later-version.ts';
import { runningHubs, staysUntilRestart, stoppedWithinSeconds } from './running-hubs.ts';

/** Returns the path of the archive. */
export async function buildArchive(plan: Plan, scratch: string): Promise<string> {
  const folder = path.join(scratch, 'archive');
  rmSync(folder, { recursive: true, force: true });
  await copyProgram(path.join(folder, 'hub-desktop'), plan, { form: 'archive', command: '../../bin/hub' });
  put(folder, 'hub.desktop', desktopEntry);
  put(folder, 'hub-desktop.png', readFileSync(path.join(plan.root, 'brand/launcher.png')));
  put(folder, 'hub.1', manPage(commandRows(), plan));
  put(folder, 'install.sh', installScript, 'program');
  settle(folder, plan.date);
  const name = `hub-desktop-${plan.version}-linux-x64.run`;
  const date = new Date(plan.date * 1_000).toUTCString();
  const packing = plan.isQuick ? ['--nocomp'] : ['--xz', '--complevel', '9', '--threads', '1'];
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${plan.date}`, '--format=gnu'].join(' ');
  const words = [
    '--nox11',
    '--sha256',
    '--packaging-date',
    date,
    '--tar-extra',
    order,
    'archive',
    name,
    `Hub ${plan.version}`,
    './install.sh',
  ];
  // The archive has these words in it: names without a folder, so that they are the same everywhere.
  execFileSync('makeself', [...packing, ...words], { cwd: scratch, stdio: ['ignore', 'ignore', 'pipe'] });
  return moved(path.join(scratch, name), plan.output);
}

/** It replaces what it installed before, and never what else is there. Exported for its test. */
export const installScript = `#!/bin/sh
# Installs Hub for this user into ~/.local, or into the folder that is given; --remove stops Hub and removes it. What was copied stays.
set -eu
${runningHubs}${laterVersion}cd "$(dirname "$0")"
prefix=$HOME/.local
remove=
for word in "$@"; do
  case $word in
  --remove) remove=1 ;;
  /*) prefix=$word ;;
  *) echo "hub: give an absolute folder, or --remove" >&2; exit 2 ;;
  esac
done
program=$prefix/lib/hub-desktop
command=$prefix/bin/hub
entry=$prefix/share/applications/hub.desktop
icon=$prefix/share/icons/hicolor/256x256/apps/hub-desktop.png
manual=$prefix/share/man/man1/hub.1
# Both are Hub's if one of them is: the one that was broken off may have left either.
link=$(readlink "$command" || true)
if [ -e "$program" ] && [ ! -e "$program/installed.json" ] && [ "$link" != ../lib/hub-desktop/hub ]; then
  echo "hub: $program already exists and is not Hub's" >&2
  exit 1
fi
if { [ -e "$command" ] || [ -L "$command" ]; } && [ "$link" != ../lib/hub-desktop/hub ]; then
  echo "hub: $command already exists and is not Hub's" >&2
  exit 1
fi
ours=$(version hub-desktop)
theirs=$(version "$program")
if [ -z "$remove" ] && is_later "$theirs" "$ours"; then
  echo "hub: ${refusal({ installed: '$theirs', offered: '$ours', removal: 'this archive with -- --remove' })}" >&2
  exit 1
fi
# As the processes name it.
folder=$(readlink -f "$program" || true)
if [ -n "$remove" ]; then stop_hubs "$folder" hub ${stoppedWithinSeconds}; fi
running=$(hubs "$folder")
# Copied beside it first: without room for it, the one before stays.
new=$prefix/lib/.hub-desktop.new
rm -rf "$new"
if [ -z "$remove" ]; then
  trap 'rm -rf "$new"' EXIT
  mkdir -p "$prefix/lib" "$prefix/bin" "$(dirname "$entry")" "$(dirname "$icon")" "$(dirname "$manual")"
  cp -R hub-desktop "$new"
  ln -sf ../lib/hub-desktop/hub "$command"
fi
rm -rf "$program"
rm -f "$icon"
# Another program hub may have a manual.
if grep -q '"Hub [0-9]' "$manual" 2>/dev/null; then rm -f "$manual"; fi
if [ -n "$remove" ]; then
  rm -f "$command"
  if grep -q '^Exec=hub$' "$entry" 2>/dev/null; then rm -f "$entry"; fi
  echo "Hub is removed. What you copied stays."
  exit 0
fi
mv "$new" "$program"
cp hub-desktop.png "$icon"
if [ ! -e "$manual" ]; then cp hub.1 "$manual"; fi
# Hub itself writes an entry of this name once it runs, which has more in it.
if [ ! -e "$entry" ]; then cp hub.desktop "$entry"; fi
echo "Hub is installed: $command"
if [ -n "$running" ]; then echo "${staysUntilRestart('the earlier version')}"; fi
case :$PATH: in
*":$prefix/bin:"*) ;;
*) echo "$prefix/bin is not on your PATH." ;;
esac
`;
