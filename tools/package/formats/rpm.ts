/** The package for Fedora and its relatives, by rpmbuild(8): the same files as the .deb, which are packed as they are. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from '../program/copy-program.ts';
import { filesIn, moved, put, settle } from '../program/folder.ts';
import { programFolder, systemRoot } from '../program/system-root.ts';
import { laterVersion, refusal } from './later-version.ts';
import { runningHubs, staysUntilRestart, stoppedWithinSeconds } from './running-hubs.ts';

/** Returns the path of the package. */
export async function buildRpm(plan: Plan, scratch: string): Promise<string> {
  const [files, top] = [path.join(scratch, 'rpm-files'), path.join(scratch, 'rpm')];
  for (const folder of [files, top]) rmSync(folder, { recursive: true, force: true });
  await systemRoot(files, plan, 'rpm');
  // Fedora looks for the completions of zsh elsewhere than Debian.
  put(files, 'usr/share/zsh/site-functions/_hub', zsh(files));
  rmSync(path.join(files, 'usr/share/zsh/vendor-completions'), { recursive: true });
  settle(files, plan.date);
  put(top, 'hub-desktop.spec', spec(plan.version, files, filesIn(files)));
  const settings = {
    _topdir: top,
    _buildhost: 'localhost',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    _binary_payload: plan.isQuick ? 'w.ufdio' : 'w9.xzdio',
    // What packs several streams at once gives other bytes on other machines.
    _smp_mflags: '-j1',
    // Nothing is changed after the files were copied: Node and the addons are what their makers built.
    __os_install_post: '%{nil}',
    _build_id_links: 'none',
    debug_package: '%{nil}',
  };
  const defined = Object.entries(settings).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  execFileSync('rpmbuild', ['-bb', '--target', 'x86_64', ...defined, path.join(top, 'hub-desktop.spec')], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(plan.date) },
    // It tells each step there: shown only if one fails.
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return moved(path.join(top, `RPMS/x86_64/hub-desktop-${plan.version}-1.x86_64.rpm`), plan.output);
}

function zsh(files: string): Buffer {
  return readFileSync(path.join(files, 'usr/share/zsh/vendor-completions/_hub'));
}

/** Hub's alone: it is removed with it. */
const ownFolder = `/${programFolder}`;

/**
 * What runs before and after an installation, and before a removal. Their argument is how many versions are installed then: an upgrade has two, and stops nothing.
 * The program's own file tells the installed version: rpm(8) does not answer reliably while it installs. Exported for its test.
 */
export const scripts = {
  pre: `${laterVersion}installed=$(version ${ownFolder})
if [ "$1" -gt 1 ] && is_later "$installed" "@VERSION@"; then
  echo "hub-desktop: ${refusal({ installed: '$installed', offered: '@VERSION@', removal: 'sudo dnf remove hub-desktop' })}" >&2
  exit 1
fi
`,
  post: `${runningHubs}if [ "$1" -gt 1 ] && [ -n "$(hubs ${ownFolder})" ]; then
  echo "hub-desktop: ${staysUntilRestart('the earlier version')}"
fi
`,
  preun: `${runningHubs}if [ "$1" = 0 ]; then
  stop_hubs ${ownFolder} hub-desktop ${stoppedWithinSeconds}
fi
`,
} as const;

/** The recipe of rpm; `names` are relative to `files`. Exported for its test. */
export function spec(version: string, files: string, names: readonly string[]): string {
  const others = names.map((name) => `/${name}`).filter((name) => !name.startsWith(`${ownFolder}/`));
  return `Name: hub-desktop
Version: ${version}
Release: 1
Summary: Keeps what you copy, and saves it under the right name
License: MIT
AutoReqProv: no
Requires: glibc >= 2.28, libstdc++, libgcc, libatomic
Requires(pre): coreutils, sed
Requires(post): coreutils, findutils
Requires(preun): coreutils, findutils
Recommends: webkit2gtk4.1, libxdo, xdg-utils, fontconfig
Conflicts: hub

%description
Hub runs in the background and keeps everything that is copied, on this machine
alone. It recognizes the type of a copy, saves it as a file under the right name,
finds it again, and puts it back on the clipboard.

%install
cp -a '${files}/.' %{buildroot}

%pre
${inSpec(scripts.pre.replaceAll('@VERSION@', version))}
%post
${inSpec(scripts.post)}
%preun
${inSpec(scripts.preun)}
%files
%defattr(-,root,root)
${[ownFolder, ...others].map((name) => `"${name}"`).join('\n')}
`;
}

/** A percent sign begins a macro there. */
function inSpec(script: string): string {
  return script.replaceAll('%', '%%');
}
