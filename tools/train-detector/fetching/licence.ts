/** The names of a package's licences. Pure. */

/** How much of a copyright file in prose is searched for names. */
const proseBytes = 20_000;

const mentions: readonly [RegExp, string][] = [
  [/GNU Affero General Public License|AGPL/i, 'AGPL'],
  [/GNU Lesser General Public License|GNU Library General|LGPL/i, 'LGPL'],
  [/GNU General Public License|\bGPL\b/i, 'GPL'],
  [/Apache License|Apache-2/i, 'Apache'],
  [/Mozilla Public License|\bMPL\b/i, 'MPL'],
  [/Redistribution and use in source and binary forms|\bBSD\b/i, 'BSD'],
  [/Permission is hereby granted, free of charge|\bMIT\b|Expat/i, 'MIT'],
  [/Artistic License|same terms as Perl/i, 'Artistic'],
  [/LaTeX Project Public License|\bLPPL\b/i, 'LPPL'],
  [/public domain/i, 'public-domain'],
];

/**
 * The licences that a `debian/copyright` names: the `License:` fields of the machine-readable form
 * (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/), otherwise those that its prose mentions.
 */
export function licencesOfDebian(copyright: string): string {
  const fields = copyright.matchAll(/^License:[ \t]*(\S.*)$/gim);
  const named = new Set([...fields].map((field) => (field[1] ?? '').trim()));
  if (named.size > 0) return [...named].sort().join(' | ');
  const prose = copyright.slice(0, proseBytes);
  const found = mentions.filter(([pattern]) => pattern.test(prose)).map(([, name]) => name);
  return found.length > 0 ? found.join(' | ') : 'unstated';
}

/** The licence in a `package.json`, in its present form or in the old ones: an object, or a list of them. */
export function licenceOfNpm(document: Readonly<Record<string, unknown>>): string {
  const stated = document.license ?? document.licenses;
  const names = (Array.isArray(stated) ? stated : [stated]).map((one: unknown) => {
    return typeof one === 'object' && one !== null ? (one as Record<string, unknown>).type : one;
  });
  const known = names.filter((name) => typeof name === 'string');
  return known.length > 0 ? known.join(' | ') : 'unstated';
}
