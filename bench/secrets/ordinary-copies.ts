/**
 * Ordinary copies, as people make them, for measuring how often one is taken for a secret: fragments of the texts on this machine (the repository, the
 * installed packages, /usr/share/doc), and made-up ones of the forms that resemble secrets most. The same for the same seed, as far as the texts are.
 */
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pick, type Random } from '../../test/harness/secret-examples.ts';

export interface OrdinaryCopy {
  readonly kind: string;
  readonly text: string;
}

const root = path.join(import.meta.dirname, '../..');
const corpora = [
  { kind: 'repository', folder: path.join(root, 'src') },
  { kind: 'repository', folder: path.join(root, 'docs') },
  { kind: 'tools and benchmarks', folder: path.join(root, 'bench') },
  { kind: 'packages', folder: path.join(root, 'node_modules') },
  { kind: '/usr/share/doc', folder: '/usr/share/doc' },
  { kind: '/etc', folder: '/etc' },
] as const;
const largestFileBytes = 1024 * 1024;
const mostFiles = 40_000;
const textFile =
  /\.(?:[cm]?[jt]sx?|json|md|markdown|txt|css|scss|html?|ya?ml|toml|ini|conf|cfg|sh|py|c|h|cc|cpp|rs|go|map|lock|svg|xml|csv|log|gz|patch)$|\/[A-Za-z.-]+$/;

function filesBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const left = [folder];
  for (let next = left.pop(); next !== undefined && found.length < mostFiles; next = left.pop()) {
    for (const entry of entriesOf(next)) {
      const file = path.join(next, entry.name);
      if (entry.isDirectory()) left.push(file);
      else if (entry.isFile() && textFile.test(file)) found.push(file);
    }
  }
  return found.toSorted();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Null if it is no text, or cannot be read. */
function textOf(file: string): string | null {
  try {
    if (statSync(file).size > largestFileBytes) return null;
    const bytes = readFileSync(file);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: 8 * largestFileBytes }) : bytes).toString();
    return text.includes('\0') || text.includes('\ufffd') ? null : text;
  } catch {
    return null;
  }
}

/** A word, a line, some lines, or all of a file. */
function fragmentOf(text: string, random: Random): string {
  const lines = text.split('\n');
  const from = Math.floor(random() * lines.length);
  const count = pick(random, [1, 1, 2, 5, 10, 30, 100, lines.length]);
  const taken = count >= lines.length ? text : lines.slice(from, from + count).join('\n');
  return random() < 0.15 ? pick(random, taken.split(/\s+/)) : taken;
}

/** From each corpus the same number of copies; fewer if it has no texts. */
export function* copiesOfTexts(random: Random, count: number): Generator<OrdinaryCopy> {
  for (const [kind, places] of Map.groupBy(corpora, (corpus) => corpus.kind)) {
    const files = places.flatMap(({ folder }) => filesBelow(folder));
    for (let made = 0, tries = 0; files.length > 0 && made < count && tries < 4 * count; tries += 1) {
      const text = textOf(pick(random, files));
      const copy = text === null ? '' : fragmentOf(text, random);
      if (copy.trim() === '') continue;
      made += 1;
      yield { kind, text: copy };
    }
  }
}

const hex = (random: Random, length: number): string => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
const number = (random: Random, length: number): string => Array.from({ length }, () => Math.floor(random() * 10)).join('');
const bytes = (random: Random, length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const uuid = (random: Random): string => hex(random, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
const names = ['harbour', 'invoice', 'session', 'widget', 'report', 'user', 'index', 'theme', 'main', 'order'];

const forms: Readonly<Record<string, (random: Random) => string>> = {
  'hashes and git': (random) =>
    pick(random, [
      hex(random, 32),
      hex(random, 40),
      hex(random, 64),
      `commit ${hex(random, 40)}\nAuthor: A <a@b.example>\n`,
      `${hex(random, 7)} ${pick(random, names)}: fix`,
      `${createHash('sha256').update(hex(random, 8)).digest('hex')}  ${pick(random, names)}.tar.gz`,
      `sha256:${hex(random, 64)}`,
      `git checkout ${hex(random, 12)}`,
    ]),
  UUIDs: (random) => pick(random, [uuid(random), `{"id":"${uuid(random)}"}`, `DELETE FROM t WHERE id = '${uuid(random)}';`]),
  'base64 pictures': (random) =>
    `data:image/png;base64,iVBORw0KGgo${bytes(random, 200 + Math.floor(random() * 20_000)).toString('base64')}`,
  'certificates and public keys': (random) =>
    pick(random, [
      `-----BEGIN CERTIFICATE-----\n${bytes(random, 900).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----`,
      `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${bytes(random, 32).toString('base64')} me@${pick(random, names)}`,
      `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${bytes(random, 380).toString('base64')} me`,
    ]),
  addresses: (random) =>
    pick(random, [
      `https://${pick(random, names)}.example.com/${pick(random, names)}/${number(random, 8)}?utm_source=${hex(random, 6)}&id=${uuid(random)}`,
      `https://www.youtube.com/watch?v=${bytes(random, 8).toString('base64url')}`,
      `https://docs.google.com/document/d/${bytes(random, 33).toString('base64url')}/edit`,
      `https://github.com/a/b/blob/${hex(random, 40)}/src/${pick(random, names)}.ts#L${number(random, 2)}`,
      `git@github.com:me/${pick(random, names)}.git`,
      `https://cdn.example.com/a.png?X-Amz-Date=20260101T000000Z&v=${hex(random, 40)}`,
      `http://user@host.example:8080/${pick(random, names)}`,
    ]),
  'order numbers, ISBNs, accounts': (random) =>
    pick(random, [
      `Order ${number(random, 16)}`,
      `Tracking: ${number(random, 14)}, ${number(random, 22)}`,
      `978-3-${number(random, 2)}-${number(random, 6)}-${number(random, 1)}`,
      `978${number(random, 10)}`,
      `DE${number(random, 2)} ${number(random, 4)} ${number(random, 4)} ${number(random, 4)} ${number(random, 4)} ${number(random, 2)}`,
      `+49 151 ${number(random, 8)}`,
      `IMEI 35${number(random, 13)}`,
      `${1_700_000_000_000_000 + Math.floor(random() * 1e14)}`,
      `id,amount\n${number(random, 16)},12.50\n${number(random, 16)},3.00`,
      `snowflake ${number(random, 18)}`,
      number(random, 16),
      number(random, 12),
    ]),
  'lock files': (random) =>
    `    "node_modules/${pick(random, names)}": {\n      "version": "1.2.3",\n      "resolved": "https://registry.npmjs.org/a/-/a-1.2.3.tgz",\n      "integrity": "sha512-${bytes(random, 64).toString('base64')}",\n`,
  logs: (random) =>
    Array.from(
      { length: 1 + Math.floor(random() * 30) },
      () =>
        `2026-01-0${1 + Math.floor(random() * 9)}T10:00:00.${number(random, 6)}Z INFO request_id=${uuid(random)} session=${hex(random, 24)} trace=${hex(random, 32)} bytes=${number(random, 5)} key=${pick(random, names)}:${number(random, 9)}`,
    ).join('\n'),
  'CSS and code': (random) =>
    pick(random, [
      `.${pick(random, names)}-${hex(random, 5)} { color: #${hex(random, 6)}; margin: 0 ${number(random, 1)}px }`,
      `const ${pick(random, names)}Token = await get${pick(random, names)}Token(user.password);`,
      `if (password !== confirm${number(random, 1)}Password) return setError('passwords differ');`,
      `password: { type: String, required: true, minlength: ${number(random, 1)} },`,
      `export const API_KEY = import.meta.env.VITE_API_KEY;`,
      `<input type="password" name="pwd${number(random, 1)}" placeholder="Password123" />`,
      `secretKeyRef:\n  name: ${pick(random, names)}-secret\n  key: password`,
      `token = tokens[${number(random, 2)}]`,
      `key: ${pick(random, names)}_${number(random, 6)}`,
      `nextPageToken: "CAUQAA"`,
      `csrf_token={{ csrf_token }}`,
    ]),
  'made-up names': (random) =>
    pick(random, [
      `${pick(random, names)}${number(random, 4)}`,
      `${pick(random, names)}_${hex(random, 8)}.png`,
      `v${number(random, 1)}.${number(random, 2)}.0-beta.${hex(random, 7)}`,
    ]),
};

/** Made-up copies: of each form the same number. */
export function* madeUpCopies(random: Random, count: number): Generator<OrdinaryCopy> {
  for (const [kind, make] of Object.entries(forms)) for (let made = 0; made < count; made += 1) yield { kind, text: make(random) };
}
