/** Which rule of the content filter excludes a copy of another history, or what was added to it there. */
import os from 'node:os';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import { explainCopy } from '../../domain/capture/explain.ts';
import { pathsOfUriList } from '../../domain/capture/uri-list.ts';
import { secretInContent } from '../../domain/secrets/searched-text.ts';
import { type AnnotatedTexts, secretInAnnotation } from '../../domain/secrets/secret-in-annotation.ts';
import type { Annotations } from '../../journal/keeping/annotations.ts';
import type { ImportItem } from './import-item.ts';

/** As when a copy is judged. */
const secretBytes = 4 * 1024 * 1024;

/** The name of the rule; null if it may be imported. Without an application, the rules for applications are not asked: it is not that of the copy that is unknown. */
export function decisiveRule({ kind, source, representations }: ImportItem, filter: ContentFilter): string | null {
  const [main, ...others] = representations;
  const text = main === undefined || kind === 'image' || kind === 'document' ? null : textOf(main.bytes);
  const paths = kind === 'files' ? pathsOfUriList(text ?? '') : [];
  const mediaType = main?.mediaType ?? 'text/plain';
  const facts = { app: source.app, text: kind === 'text' ? text : null, mediaType, paths, extensions: [], userHome: os.homedir() };
  const asked = source.app.name === null ? { ...filter, excluded_app_names: [] } : filter;
  const rule = explainCopy(facts, asked).find(({ verdict }) => verdict === 'decides')?.rule;
  return rule ?? (others.some((each) => hasSecret(each, filter)) ? 'detect_secrets' : null);
}

/** Of the other formats: the history may have this copy without them, and what it gets for a copy is not judged again. */
function hasSecret({ mediaType, bytes }: ImportItem['representations'][number], filter: ContentFilter): boolean {
  if (!filter.detect_secrets || !mediaType.startsWith('text/')) return false;
  return secretInContent(textOf(bytes), mediaType, filter.allowed_secrets) !== null;
}

/** Without the title, the note and each of the tags that says a secret, although its content says none. `left`: how many were left out. */
export function annotationsWithoutSecrets(
  given: Annotations,
  filter: ContentFilter,
): { readonly annotations: Annotations; readonly left: number } {
  const says = (texts: AnnotatedTexts): boolean => secretInAnnotation(texts, filter) !== null;
  const tags = given.tags.filter((tag) => !says({ addTags: [tag] }));
  const title = says({ title: given.title }) ? null : given.title;
  const note = says({ note: given.note }) ? null : given.note;
  const left = given.tags.length - tags.length + Number(title !== given.title) + Number(note !== given.note);
  return { annotations: { ...given, tags, title, note }, left };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, secretBytes));
}
