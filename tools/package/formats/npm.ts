/** The package for npm: `npm install -g hub-desktop`, or `npx hub-desktop` without installing. npm brings the packages that it needs, and Node is the user's. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { commandRows } from '../completions/command-rows.ts';
import { manPage } from '../completions/man-page.ts';
import { npmLauncher } from '../desktop/launcher.ts';
import type { Plan } from '../program/copy-program.ts';
import { moved, put, settle } from '../program/folder.ts';
import { stageProgram } from '../program/stage.ts';
import { toJavaScript } from '../program/to-javascript.ts';

/** As `engines` in `package.json` says. */
const oldestNode = 24;
const patches = 'tools/patch-packages';
const manual = 'man/hub.1';

/** Returns the path of the package. */
export async function buildNpm(plan: Plan, scratch: string): Promise<string> {
  const folder = path.join(scratch, 'npm');
  rmSync(folder, { recursive: true, force: true });
  await stageProgram(folder, { root: plan.root, version: plan.version, installed: { form: 'npm' } });
  const file = path.join(folder, 'package.json');
  put(folder, 'package.json', `${JSON.stringify(npmFile(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`);
  put(folder, 'bin/hub-command.js', npmLauncher(oldestNode), 'program');
  for (const name of readdirSync(path.join(plan.root, patches)).filter((one) => /^[\w-]+\.ts$/.test(one))) {
    const code = readFileSync(path.join(plan.root, patches, name), 'utf8');
    put(
      folder,
      `${patches}/${name.replace(/\.ts$/, '.js')}`,
      toJavaScript(code, `${patches}/${name}`, (one) => one.startsWith(patches)),
    );
  }
  put(folder, manual, manPage(commandRows(), plan));
  put(folder, 'README.md', readFileSync(path.join(plan.root, 'README.md')));
  settle(folder, plan.date);
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', scratch];
  const name = execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }).trim();
  return moved(path.join(scratch, name), plan.output);
}

/** What npm needs to know beside what every package does: `npx hub-desktop` looks for a command of the package's own name. Exported for its test. */
export function npmFile(own: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    ...own,
    bin: { hub: 'bin/hub-command.js', 'hub-desktop': 'bin/hub-command.js' },
    // For `man hub`, if it is installed for everybody (-g).
    man: [manual],
    keywords: ['clipboard', 'clipboard-manager', 'desktop'],
    // The window's addon does not load with an older C library without this.
    scripts: { postinstall: `node ${patches}/main.js` },
  };
}
