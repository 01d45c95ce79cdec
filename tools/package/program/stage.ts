/** The program as every package has it: JavaScript, the built page, pictures, languages, and the npm packages that it needs. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledFile } from '../../../src/platform/installation.ts';
import { needed, pinnedAddon, withWeakRequirement } from '../../patch-packages/webview.ts';
import { bundledProgram, type Programs, programsIn, type Sources } from './bundled-program.ts';
import { copyFiles, filesIn, put } from './folder.ts';
import { isLeftOut } from './left-out.ts';
import { licenceText, type NamedLicence } from './licence-texts.ts';
import { type LockedPackage, runtimePackages, type System } from './runtime-packages.ts';
import { toJavaScript } from './to-javascript.ts';

export interface ProgramStaging {
  /** The checkout, which is set up: its packages are installed and its page is built. */
  readonly root: string;
  readonly version: string;
  /** What the package says of itself. */
  readonly installed: InstalledFile;
}

export interface PackageStaging {
  readonly root: string;
  /** Where the npm packages are: the checkout, and what is only for another system elsewhere. */
  readonly packages: readonly string[];
  readonly system: System;
}

/** Sources that are built into the page, or belong to another package. */
const notRun = /^src\/(?:processes\/shell\/page|logs\/viewer)\/|\.test\.tsx?$|\.tsx$/;
/** Beside the sources, as they are. */
const alongside = ['languages', 'brand/tray', 'brand/launcher.png', 'LICENSE'] as const;
const built = ['.runtime/page', '.runtime/log-viewer'] as const;

/** Writes the program without its npm packages into `folder`. @throws Error if the page isn't built. */
export async function stageProgram(folder: string, staging: ProgramStaging): Promise<void> {
  const { root, version } = staging;
  for (const name of runFiles(root)) if (name.endsWith('.weights')) put(folder, name, readFileSync(path.join(root, name)));
  const ownPackage = packageFile(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')), version);
  for (const [name, content] of await programOf(root, version)) put(folder, name, content);
  // Its code is within those files.
  put(folder, 'LICENSE.zod', readFileSync(path.join(root, 'node_modules/zod/LICENSE')));
  for (const part of [...alongside, ...built]) {
    const from = path.join(root, part);
    if (!existsSync(from)) throw new Error(`${part} is missing; run: npm run setup`);
    if (/\.\w+$|LICENSE/.test(path.basename(part))) copyFiles(root, [part], folder, '');
    else copyFiles(from, filesIn(from), folder, part);
  }
  put(folder, 'package.json', `${JSON.stringify(ownPackage, null, 2)}\n`);
  put(folder, 'installed.json', `${JSON.stringify(staging.installed)}\n`);
}

const made = new Map<string, Promise<Sources>>();

/** Its files of JavaScript: the same for each form of package, so they are made once. */
export function programOf(root: string, version: string): Promise<Sources> {
  const which = `${version} ${root}`;
  const program = made.get(which) ?? bundledProgram(javaScriptOf(root, version), programsOf(root, version), root);
  made.set(which, program);
  return program;
}

/** What is started by its name. Exported for its test. */
export function programsOf(root: string, version: string): Programs {
  const ownPackage = packageFile(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')), version);
  return programsIn(javaScriptOf(root, version), namesIn(ownPackage));
}

function javaScriptOf(root: string, version: string): Sources {
  const sources = new Set(runFiles(root).filter((name) => name.endsWith('.ts')));
  const isSource = (name: string): boolean => sources.has(name);
  const read = (name: string): string => withVersion(name, readFileSync(path.join(root, name), 'utf8'), version);
  return new Map([...sources].map((name) => [asJavaScript(name), toJavaScript(read(name), name, isSource)]));
}

function runFiles(root: string): readonly string[] {
  return ['bin', 'src']
    .flatMap((part) => filesIn(path.join(root, part)).map((name) => `${part}/${name}`))
    .filter((name) => !notRun.test(name));
}

function asJavaScript(name: string): string {
  return name.replace(/\.ts$/, '.js');
}

/** All files that a package file names. */
function namesIn(ownPackage: Readonly<Record<string, unknown>>): readonly string[] {
  return [...JSON.stringify(ownPackage).matchAll(/"(?:\.\/)?([\w./-]{1,200}\.js)"/g)].map(([, name = '']) => name);
}

/** The version is in one source; a package for trying an update has another one. */
function withVersion(name: string, code: string, version: string): string {
  return name === 'src/contract/version.ts' ? code.replace(/'\d{1,6}\.\d{1,6}\.\d{1,6}[^']{0,40}'/, `'${version}'`) : code;
}

interface PackageFile {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** What `package.json` of a package has of that of the checkout, with the names of JavaScript, and without what is taken in. Exported for its test. */
export function packageFile(own: PackageFile, version: string): Readonly<Record<string, unknown>> {
  const { name, description, license, type, engines, bin, imports, exports, dependencies } = own;
  const named = { name, version, description, license, type, engines, bin, imports, exports };
  const text = JSON.stringify(named).replaceAll(/\.ts"/g, '.js"');
  const { zod: _, ...others } = dependencies;
  return { ...(JSON.parse(text) as object), dependencies: others };
}

/** Writes the npm packages that the program needs, without what nobody reads, into `folder`. */
export function stagePackages(folder: string, { root, packages, system }: PackageStaging): readonly string[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const places = runtimePackages(lock.packages, system);
  for (const place of places) {
    const from = packages.map((one) => path.join(one, place)).find((one) => existsSync(one));
    if (from === undefined) throw new Error(`${place} is missing; run: npm run setup`);
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const files = filesIn(from, (file) => file === 'node_modules/' || isLeftOut(name, file));
    for (const file of files) put(folder, `${place}/${file}`, patched(readFileSync(path.join(from, file))));
    const licence = licenceText(files, JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')) as NamedLicence);
    if (licence !== null) put(folder, `${place}/LICENSE`, licence);
  }
  return places;
}

/** The window's addon has to load with older C libraries too, whatever the machine that builds has. */
function patched(bytes: Buffer): Uint8Array {
  const isAddon = bytes.length > 1_000_000 && createHash('sha256').update(bytes).digest('hex') === pinnedAddon;
  return isAddon ? withWeakRequirement(bytes, `GLIBC_${needed.join('.')}`) : bytes;
}
