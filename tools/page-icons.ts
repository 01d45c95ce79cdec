/**
 * `node tools/page-icons.ts`: regenerates `src/processes/shell/page/icons/glyphs.ts`, the drawings of the icons that the window's page imports from it.
 * Run it when an icon is added, or the package has a new version. It downloads the package of all icons (300 MB when unpacked) into a temporary
 * folder, which it removes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const page = path.join(root, 'src/processes/shell/page');
const target = path.join(page, 'icons/glyphs.ts');
const name = '@fluentui/react-icons';
const version = '2.0.344';
const downloadWithinMs = 300_000;

/** The names of the icons that a source imports from `glyphs.ts`. */
export function iconsNamedIn(source: string): readonly string[] {
  const found = source.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"](?:[./]*icons|\.)\/glyphs\.ts['"]/g);
  return [...found].flatMap(([, names = '']) => names.split(',').map((each) => each.trim().split(/\s+as\s+/)[0] ?? '')).filter(Boolean);
}

/** The icons of a module of the package: the name, and the remaining arguments of the call that creates it. */
export function drawingsIn(module: string): readonly (readonly [name: string, drawing: string])[] {
  const found = module.matchAll(
    /export const (\w+) = \( ?\/\*#__PURE__\*\/createFluentIcon\('\w+', (".*\])(?:, \{ flipInRtl: true \})?\)\);/g,
  );
  return [...found].map(([, icon = '', drawing = '']) => [icon, drawing]);
}

function filesIn(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => path.join(folder, file));
}

function namedIcons(): readonly string[] {
  const names = filesIn(page, /\.tsx?$/).flatMap((file) => iconsNamedIn(readFileSync(file, 'utf8')));
  return [...new Set(names)].toSorted();
}

/** Unpacks the package of all icons into the folder, and returns its modules. */
function downloadedModules(folder: string): readonly string[] {
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error'];
  const words = ['install', ...options, `${name}@${version}`];
  const isOnWindows = process.platform === 'win32';
  const { status } = spawnSync('npm', words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isOnWindows,
    timeout: downloadWithinMs,
  });
  if (status !== 0) throw new Error(`could not download ${name}@${version}`);
  return filesIn(path.join(folder, 'node_modules', name, 'lib/atoms/svg'), /\.js$/);
}

function make(): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-icons-'));
  try {
    const drawings = new Map(downloadedModules(folder).flatMap((file) => drawingsIn(readFileSync(file, 'utf8'))));
    const lines = namedIcons().map((icon) => {
      const drawing = drawings.get(icon);
      if (drawing === undefined) throw new Error(`${name}@${version} has no ${icon}`);
      return `export const ${icon} = /* @__PURE__ */ createIcon(${drawing});`;
    });
    writeFileSync(
      target,
      [
        `// Made by tools/page-icons.ts from ${name} ${version}: Copyright (c) Microsoft Corporation, MIT (LICENSE).`,
        "import { createIcon } from './icon.tsx';",
        '',
        ...lines,
        '',
      ].join('\n'),
    );
    spawnSync(process.execPath, [path.join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', target], { cwd: root });
    process.stdout.write(`${lines.length} icons\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

if (import.meta.main) make();
