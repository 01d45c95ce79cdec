/** Chooses the corpus from the files that were found: without duplicates and near duplicates, with limits per project and per label. Pure. */
import { createHash } from 'node:crypto';
import type { CorpusFile } from './corpus-file.ts';

const mostOfAProject = 40;
const mostPassagesOfAProject = 10;
const mostOfALabel = 1_500;

export interface FoundFile extends CorpusFile {
  /** {@link shapeOf} its text. */
  readonly shape: string;
}

const shapeChars = 3_000;

/** Equal for texts that differ only in white space, digits and case, such as copies of one file in several versions and projects. */
export function shapeOf(text: string): string {
  const plain = text
    .slice(0, shapeChars * 2)
    .toLowerCase()
    .replaceAll(/[\s\d]+/g, '')
    .slice(0, shapeChars);
  return createHash('sha1').update(plain).digest('base64url');
}

/**
 * Takes one file from each project of a label in turn, until the label has enough. Files are ordered by hash, so that the result does not depend on
 * the order in which they were found.
 */
export function chooseFiles(found: readonly FoundFile[]): CorpusFile[] {
  const byLabel = Map.groupBy(withoutCopies(found), (file) => file.type);
  return [...byLabel.values()].flatMap(chooseOfALabel);
}

function withoutCopies(found: readonly FoundFile[]): FoundFile[] {
  const seen = new Set<string>();
  return inOrder(found).filter((file) => {
    const base = file.path.slice(file.path.lastIndexOf('/') + 1);
    const marks = [file.sha256, file.shape, `${file.type} ${base} ${file.bytes}`];
    if (marks.some((mark) => seen.has(mark))) return false;
    for (const mark of marks) seen.add(mark);
    return true;
  });
}

function inOrder(found: readonly FoundFile[]): FoundFile[] {
  const keyed = found.map((file) => ({ file, key: createHash('sha1').update(`${file.project}\n${file.path}`).digest('hex') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ file }) => file);
}

function chooseOfALabel(files: readonly FoundFile[]): CorpusFile[] {
  const projects = [...Map.groupBy(files, (file) => file.project).values()].map(chooseOfAProject);
  const chosen: CorpusFile[] = [];
  for (let turn = 0; turn < mostOfAProject + mostPassagesOfAProject; turn += 1) {
    for (const project of projects) {
      const file = project[turn];
      if (file !== undefined && chosen.length < mostOfALabel) chosen.push(withoutShape(file));
    }
  }
  return chosen;
}

/** Whole files come first; among them, declarations without code (`.d.ts`) come last. */
function chooseOfAProject(files: readonly FoundFile[]): FoundFile[] {
  const whole = files.filter((file) => !file.passage);
  const declarations = whole.filter((file) => file.path.endsWith('.d.ts'));
  const others = whole.filter((file) => !file.path.endsWith('.d.ts'));
  const passages = files.filter((file) => file.passage).slice(0, mostPassagesOfAProject);
  return [...[...others, ...declarations.slice(0, 5)].slice(0, mostOfAProject), ...passages];
}

function withoutShape(file: FoundFile): CorpusFile {
  const { shape: _, ...rest } = file;
  return rest;
}
