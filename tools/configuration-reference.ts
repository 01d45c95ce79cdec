/** Writes `docs/configuration-reference.md`, every key of every configuration document, from their schemas: `node tools/configuration-reference.ts`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentSchema, type KeySchema } from '../src/configuration/document-schema.ts';
import { documentNames, documents } from '../src/contract/documents.ts';

const head = `# Configuration reference

Every key of every configuration document. This page is generated from the schemas in \`src/contract/documents/\` by \`tools/configuration-reference.ts\`;
\`hub config schema DOCUMENT\` prints the same as JSON Schema. [configuration.md](configuration.md) says how documents are read, changed and repaired.

A missing document means its defaults, a missing key its default. Keys that are not here are kept and ignored, except inside rules of retention,
legal holds and the routes to assistants: there one makes the document not valid. It may be a misspelled condition, without which more would be
deleted, less kept, or a copy sent to another assistant.
`;

/** The whole page, as Markdown. */
export function configurationReference(): string {
  const sections = documentNames.map((name) => {
    const { file, about } = documents[name];
    const rows = rowsOf(documentSchema(name), '');
    return `## \`${file}\`\n\nThe document \`${name}\`: ${about}.\n\n| key | type | default | limits | meaning |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return [head, ...sections].join('\n');
}

function rowsOf({ properties = {} }: KeySchema, prefix: string): readonly string[] {
  return Object.entries(properties).flatMap(([key, shown]) => {
    const name = `${prefix}${key}`;
    const cells = [`\`${name}\``, typeOf(shown), defaultOf(shown), limitsOf(shown), shown.description ?? ''];
    const row = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    return [row, ...rowsOf(shown, `${name}.`), ...rowsOf(shown.items ?? {}, `${name}[].`)];
  });
}

function typeOf({ type, anyOf, items, enum: words, const: only }: KeySchema): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (only !== undefined) return 'integer';
  if (words) return 'one of several words';
  return type === 'array' ? `list of ${plural[items?.type ?? ''] ?? 'words'}` : (type ?? '');
}

const plural: Readonly<Record<string, string>> = { string: 'strings', object: 'objects' };

function defaultOf(shown: KeySchema): string {
  if (shown.properties || shown.default === undefined) return '';
  return `\`${JSON.stringify(shown.default)}\``;
}

function limitsOf({ anyOf, enum: words, const: only, items, ...limits }: KeySchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems } = limits;
  if (anyOf) return anyOf.map(limitsOf).filter(Boolean).join(' or ');
  if (only !== undefined) return `\`${only}\``;
  const told = [
    words?.map((word) => `\`"${word}"\``).join(', '),
    minimum !== undefined && maximum !== undefined && `${figure(minimum)} to ${figure(maximum)}`,
    maxItems !== undefined && `at most ${figure(maxItems)} entries`,
    minLength !== undefined && 'not empty',
    maxLength !== undefined && `at most ${figure(maxLength)} characters`,
    items && items.properties === undefined && limitsOf(items) && `each: ${limitsOf(items)}`,
  ];
  return told.filter(Boolean).join('; ');
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}

export const referenceFile = path.join(import.meta.dirname, '../docs/configuration-reference.md');

if (import.meta.main) writeFileSync(referenceFile, configurationReference());
