/** Short ways to name sources in the tables: one string of names, separated by spaces. */
import type { Source } from '../source.ts';

/** Binary packages of Debian. */
export function debian(names: string, include?: RegExp): Source[] {
  return words(names).map((name) => ({ registry: 'debian', package: name, ...(include && { include }) }));
}

/** Source packages of Debian. */
export function debianSource(names: string, include?: RegExp): Source[] {
  return words(names).map((name) => ({ registry: 'debian-source', package: name, ...(include && { include }) }));
}

/** Packages of npm, each as `name@version`. */
export function npm(names: string, include?: RegExp): Source[] {
  return words(names).map((word) => {
    const at = word.lastIndexOf('@');
    return { registry: 'npm', package: word.slice(0, at), version: word.slice(at + 1), ...(include && { include }) };
  });
}

function words(names: string): string[] {
  return names.split(/\s+/).filter((word) => word !== '');
}
