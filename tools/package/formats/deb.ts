/** The package for Debian and Ubuntu, by dpkg-deb(1) alone. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plan } from '../program/copy-program.ts';
import { put, settle } from '../program/folder.ts';
import { programFolder, systemRoot } from '../program/system-root.ts';
import { refusal } from './later-version.ts';
import { runningHubs, staysUntilRestart, stoppedWithinSeconds } from './running-hubs.ts';

/** Returns the path of the package. */
export async function buildDeb(plan: Plan, scratch: string): Promise<string> {
  const folder = path.join(scratch, 'deb');
  rmSync(folder, { recursive: true, force: true });
  await systemRoot(folder, plan, 'deb');
  const manual = path.join(folder, 'usr/share/man/man1/hub.1');
  put(folder, 'usr/share/man/man1/hub.1.gz', gzipSync(readFileSync(manual), { level: 9 }));
  rmSync(manual);
  put(folder, 'usr/share/doc/hub-desktop/copyright', copyright(readFileSync(path.join(plan.root, 'LICENSE'), 'utf8')));
  const bytes = settle(folder, plan.date);
  put(folder, 'DEBIAN/control', control(plan.version, bytes));
  for (const [name, text] of Object.entries(maintainerScripts(plan.version))) put(folder, `DEBIAN/${name}`, text, 'program');
  settle(folder, plan.date);
  const file = path.join(plan.output, `hub-desktop_${plan.version}_amd64.deb`);
  rmSync(file, { force: true });
  // One thread: how xz divides the work decides on the bytes.
  const packing = plan.isQuick ? ['-Znone'] : ['-Zxz', '-z9', '--threads-max=1'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...packing, '--build', folder, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(plan.date) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(folder, { recursive: true, force: true });
  return file;
}

/** deb-control(5). Exported for its test. `bytes` of all files. */
export function control(version: string, bytes: number): string {
  return `Package: hub-desktop
Version: ${version}
Architecture: amd64
Maintainer: The Hub maintainers <hub-desktop@localhost>
Installed-Size: ${Math.ceil(bytes / 1_024)}
Depends: libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1, libatomic1
Recommends: libwebkit2gtk-4.1-0, libxdo3, xdg-utils, fontconfig
Suggests: xdg-desktop-portal, zenity
Conflicts: hub
Section: utils
Priority: optional
Description: keeps what you copy, and saves it under the right name
 Hub runs in the background and keeps everything that is copied, on this
 machine alone. It recognizes the type of a copy, saves it as a file under
 the right name, finds it again, and puts it back on the clipboard.
 .
 Without the recommended libraries it runs without its window.
`;
}

/**
 * deb-preinst(5) and the others. The package has no service of its own, and touches nobody's home: Hub belongs to its users. A removal stops the Hubs that
 * run, because without the program their users could not (docs/decisions/0096-removal-stops-hub.md); an upgrade doesn't. Exported for its test.
 */
export function maintainerScripts(version: string): Readonly<Record<string, string>> {
  return {
    preinst: `#!/bin/sh
set -e
if [ "$1" = upgrade ] && dpkg --compare-versions "$2" gt '${version}'; then
  echo "hub-desktop: ${refusal({ installed: '$2', offered: version, removal: 'sudo apt remove hub-desktop' })}" >&2
  exit 1
fi
`,
    postinst: `#!/bin/sh
set -e
${runningHubs}if [ "$1" = configure ] && [ -n "$2" ] && [ "$2" != '${version}' ] && [ -n "$(hubs /${programFolder})" ]; then
  echo "hub-desktop: ${staysUntilRestart('$2')}"
fi
`,
    prerm: `#!/bin/sh
set -e
${runningHubs}if [ "$1" = remove ]; then
  stop_hubs /${programFolder} hub-desktop ${stoppedWithinSeconds}
fi
`,
  };
}

/** https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/. */
function copyright(licence: string): string {
  const indented = licence
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '' ? ' .' : ` ${line}`))
    .join('\n');
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: hub-desktop

Files: *
Copyright: ${/Copyright \(c\) (.*)/.exec(licence)?.[1] ?? 'The Hub maintainers'}
License: Expat

Files: usr/lib/hub-desktop/node
Copyright: Node.js contributors
License: see usr/lib/hub-desktop/LICENSE.node

Files: usr/lib/hub-desktop/node_modules/*
Copyright: their authors
License: see the LICENSE in the folder of each package

License: Expat
${indented}
`;
}
