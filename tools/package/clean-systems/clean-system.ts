/** A clean system in a folder: debootstrap(8) makes it once, each trial gets a copy, and chroot(8) runs in it. Needs root and a network. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

export interface Ran {
  readonly status: number | null;
  /** What it wrote, on both streams. */
  readonly text: string;
  readonly seconds: number;
}

export const user = 'somebody';
const mounted = ['proc', 'dev', 'dev/pts'] as const;
const withinMs = 600_000;
/** A mirror may be an old snapshot. */
const apt = ['-o', 'Acquire::Check-Valid-Until=false', '-o', 'Acquire::Check-Date=false', '-qq', '-y', '--allow-downgrades'];

export class CleanSystem implements Disposable {
  readonly #root: string;

  /** `cache` keeps the untouched system of each suite; the copy is beside it. */
  constructor(suite: string, cache: string) {
    const base = path.join(cache, suite);
    mkdirSync(cache, { recursive: true });
    if (!existsSync(base)) {
      execFileSync('debootstrap', ['--variant=minbase', suite, `${base}.new`], { stdio: ['ignore', 'ignore', 'inherit'] });
      renameSync(`${base}.new`, base);
    }
    this.#root = `${base}-trial`;
    this.#unmount();
    rmSync(this.#root, { recursive: true, force: true });
    execFileSync('cp', ['-a', base, this.#root]);
    copyFileSync('/etc/resolv.conf', path.join(this.#root, 'etc/resolv.conf'));
    for (const name of mounted) execFileSync('mount', ['--bind', `/${name}`, path.join(this.#root, name)]);
    this.asRoot('useradd', '--create-home', user);
    this.asRoot('apt-get', ...apt, 'update');
  }

  /** Copies a file into it; returns its path there. */
  take(file: string): string {
    const name = `/tmp/${path.basename(file)}`;
    cpSync(file, path.join(this.#root, name));
    return name;
  }

  has(file: string): boolean {
    return existsSync(path.join(this.#root, file));
  }

  asRoot(...words: readonly string[]): Ran {
    return this.#run(words, { HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' });
  }

  apt(...words: readonly string[]): Ran {
    return this.asRoot('apt-get', ...apt, '--no-install-recommends', ...words);
  }

  /** Runs a line of shell as an ordinary user, without a desktop. */
  asUser(line: string, input = ''): Ran {
    const env = { HOME: `/home/${user}`, HUB_BRIDGE_PORT: '0', HUB_WEB_PORT: '0' };
    return this.#run(['su', '-m', user, '-s', '/bin/sh', '-c', `cd; ${line}`], env, input);
  }

  /** The command lines of the processes that were started in it and still run. */
  running(): readonly string[] {
    const { stdout } = spawnSync(
      'sh',
      ['-c', 'for p in /proc/[0-9]*; do [ "$(readlink $p/root)" = "$1" ] && tr "\\0" " " < $p/cmdline; done', 'sh', this.#root],
      {
        encoding: 'utf8',
      },
    );
    return stdout.split('\n').filter((line) => line !== '');
  }

  #run(words: readonly string[], env: Readonly<Record<string, string>>, input = ''): Ran {
    const startedAtMs = performance.now();
    const { status, stdout, stderr } = spawnSync('chroot', [this.#root, ...words], {
      encoding: 'utf8',
      input,
      timeout: withinMs,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env },
    });
    return { status, text: `${stdout}${stderr}`, seconds: (performance.now() - startedAtMs) / 1_000 };
  }

  #unmount(): void {
    for (const name of mounted.toReversed()) spawnSync('umount', ['--lazy', path.join(this.#root, name)]);
    // What is still mounted there would be deleted with the copy: the devices of this machine.
    if (readFileSync('/proc/self/mounts', 'utf8').includes(` ${this.#root}/`)) throw new Error(`still mounted: ${this.#root}`);
  }

  [Symbol.dispose](): void {
    this.asUser('hub stop');
    this.#unmount();
    rmSync(this.#root, { recursive: true, force: true });
  }
}
