/** Which npm packages the program needs when it runs, by the lock file. */

/** What the lock file says of a package (https://docs.npmjs.com/cli/configuring-npm/package-lock-json). */
export interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** Of `process.platform` and `process.arch`. */
export interface System {
  readonly os: string;
  readonly cpu: string;
}

/**
 * The folders of these packages, such as `node_modules/zod`, in order: what the root depends on, and what that depends on, without those for other systems.
 * `packages` are those of the lock file, by their folders; the root's is '', and `from` may be another one of ours.
 * @throws Error if one that is needed isn't listed.
 */
export function runtimePackages(packages: Readonly<Record<string, LockedPackage>>, system: System, from = ''): readonly string[] {
  const found = new Set<string>();
  const waiting: string[] = [from];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = nearest(packages, place, name);
      if (at === null && !(name in optionalDependencies)) throw new Error(`the lock file has no package ${name}, which ${place} needs`);
      if (at === null || found.has(at) || !isFor(packages[at] ?? {}, system)) continue;
      found.add(at);
      waiting.push(at);
    }
  }
  return [...found].sort();
}

/** As Node looks for it: in the package's own folder, then in each one around it. */
function nearest(packages: Readonly<Record<string, LockedPackage>>, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (Object.hasOwn(packages, place)) return place;
    if (folder === '') return null;
  }
}

function isFor({ os, cpu, libc }: LockedPackage, system: System): boolean {
  return (os?.includes(system.os) ?? true) && (cpu?.includes(system.cpu) ?? true) && (libc?.includes('glibc') ?? true);
}
