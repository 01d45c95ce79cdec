/** Short forms for the tables of sources: one string of names, separated by spaces. */
import type { Source } from '../source.ts';

/** Binary Debian packages. */
export function debian(names: string, include?: RegExp): Source[] {
  return words(names).map((name) => ({ registry: 'debian', package: name, ...(include && { include }) }));
}

/** Source Debian packages. */
export function debianSource(names: string, include?: RegExp): Source[] {
  return words(names).map((name) => ({ registry: 'debian-source', package: name, ...(include && { include }) }));
}

/** npm packages, each as `name@version`. */
export function npm(names: string, include?: RegExp): Source[] {
  return words(names).map((word) => {
    const at = word.lastIndexOf('@');
    return { registry: 'npm', package: word.slice(0, at), version: word.slice(at + 1), ...(include && { include }) };
  });
}

function words(names: string): string[] {
  return names.split(/\s+/).filter((word) => word !== '');
}
