/**
 * What is opened when a copy is sent to a chat. Pure. The address of the assistant says where it goes, never the copy, and what may be a secret goes nowhere.
 */
import { isAssistantAddress, promptPlace } from '../../contract/documents/assistant-address.ts';
import type { Assistant, ChatRouting, RoutedKind } from '../../contract/documents/chat-routing.ts';
import { type SecretFamily, secretFamilies } from '../../contract/secret-families.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { withoutCredentials } from '../kind/page-address.ts';
import { say } from '../language/say.ts';
import { findSecret } from '../secrets/find-secret.ts';
import { maySayInContent, secretInContent } from '../secrets/searched-text.ts';

/** In characters, as it is opened. Servers refuse addresses from 8 KB on, and the desktop passes it on as an argument of a program. */
export const longestAddress = 6_000;
const longestLine = 300;

type Sent = Pick<Fragment, 'kind' | 'contentKind' | 'embeddedFilename' | 'source' | 'state' | 'secret' | 'extracted' | 'mediaTypes'>;

/**
 * `open`: the address has the prompt. `copy`: the copy is put on the clipboard, and the page opened: the address takes no prompt, the prompt is too long for
 * one, or the copy is no text. `none`: no assistant is chosen for it; `missing`: the one that is chosen is not in the list, empty if none is. `private`: its content must not be given away. `unread`: Hub has not examined it yet. `doubtful`: a line of it may say a secret.
 */
export type ChatRequest =
  | { readonly kind: 'open' | 'copy'; readonly assistant: string; readonly address: string }
  | { readonly kind: 'none'; readonly missing: string }
  | { readonly kind: 'private' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'doubtful' }
  | { readonly kind: 'secret'; readonly family: SecretFamily };

/** `text`: all of it; empty for a copy that is no text. */
export function chatRequest(fragment: Sent, text: string, rules: ChatRouting): ChatRequest {
  const { state, secret, extracted = [], mediaTypes } = fragment;
  const mediaType = mediaTypes[0] ?? 'text/plain';
  if (state === 'captured') return { kind: 'unread' };
  if (state === 'filtered' || secret !== undefined) return { kind: 'private' };
  const hidden = extracted.find((part) => part.state === 'secret' || part.secret !== undefined);
  if (hidden !== undefined) {
    const shown = secretFamilies.find((each) => each === hidden.secret);
    return shown === undefined ? { kind: 'private' } : { kind: 'secret', family: shown };
  }
  const assistant = assistantFor(routedKind(fragment), rules);
  if (assistant === null) return { kind: 'none', missing: chosenFor(routedKind(fragment), rules) };
  const { name, address } = assistant;
  const prompt = fragment.kind === 'text' ? promptOf(fragment, text, rules) : '';
  const family = secretInContent(text, mediaType) ?? findSecret(prompt);
  if (family !== null) return { kind: 'secret', family };
  // In doubt a copy is kept, and not given away.
  if (maySayInContent(text, mediaType)) return { kind: 'doubtful' };
  const asked = prompt === '' || !address.includes(promptPlace) ? null : addressWith(address, prompt);
  return asked === null ? { kind: 'copy', assistant: name, address: pageOf(address) } : { kind: 'open', assistant: name, address: asked };
}

export function routedKind({ kind, contentKind }: Pick<Sent, 'kind' | 'contentKind'>): RoutedKind {
  if (kind !== 'text') return kind === 'document' ? 'files' : kind;
  if (contentKind === 'code' || contentKind === 'data') return 'code';
  return contentKind === 'link' ? 'link' : 'text';
}

/** The one for this kind, or the usual one. A name that is not in the list any more is nobody: what was meant for one assistant goes to no other. */
function assistantFor(kind: RoutedKind, rules: ChatRouting): Assistant | null {
  const name = chosenFor(kind, rules);
  return rules.assistants.find((one) => name !== '' && one.name === name && isAssistantAddress(one.address)) ?? null;
}

/** Its name; empty for none. */
function chosenFor(kind: RoutedKind, { routes, default_assistant: usual }: ChatRouting): string {
  return routes[kind] === '' ? usual : routes[kind];
}

/** What is said of the text before it, and the text. */
function promptOf({ source, embeddedFilename }: Sent, text: string, rules: ChatRouting): string {
  const about = [
    ...(rules.with_file_name && embeddedFilename !== null ? [say('File: {name}', { name: onOneLine(embeddedFilename) })] : []),
    ...(rules.with_source ? sourceLine(source) : []),
  ];
  return [...about, ...(about.length > 0 ? [''] : []), text].join('\n').trim();
}

function sourceLine({ type, name, path, app }: Sent['source']): readonly string[] {
  const page = type === 'web' ? withoutCredentials(path) : '';
  const from = [name || app.name || '', page]
    .map(onOneLine)
    .filter((part) => part !== '')
    .join(', ');
  return from === '' ? [] : [say('Copied from: {from}', { from })];
}

function onOneLine(text: string): string {
  return text
    .slice(0, longestLine)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Null if it would be too long. */
function addressWith(template: string, prompt: string): string | null {
  if (prompt.length > longestAddress) return null;
  const address = template.replace(promptPlace, () => encodeURIComponent(prompt.toWellFormed()));
  return address.length <= longestAddress ? address : null;
}

/** The page of an assistant without a prompt. */
function pageOf(address: string): string {
  const [beginning = '', ...more] = address.split(promptPlace);
  if (more.length === 0) return address;
  const query = beginning.search(/[?#]/);
  return query >= 0 ? beginning.slice(0, query) : beginning.slice(0, beginning.lastIndexOf('/') + 1);
}
