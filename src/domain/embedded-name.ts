/**
 * The file name that a fragment carries at its start, as people, editors, tools and assistants write it: a comment, a heading, a fence,
 * a patch, a here-document, a header. Precision comes first: prose that mentions a file is not named after it, since a wrong name is worse
 * than a made one. The text comes from strangers: only a base name that every system takes leaves this file, never a path.
 */
import { safeBaseName } from './detect/base-name.ts';
import { isTextEnding, typeOfName } from './detect/file-kinds.ts';

/** A name stands at the start or nowhere; what is behind this is never looked at. */
const MAX_CHARACTERS = 4_096;
/** A line longer than this says more than a name. */
const MAX_LINE_CHARACTERS = 300;

/** The safe base name that the text gives itself in its opening, or null. Linear in at most the first 4,096 characters. */
export function embeddedFileName(text: string): string | null {
  const lines = openingLines(text);
  const first = lines[0];
  if (first === undefined) return null;
  return fromPatch(lines) ?? fromHereDocument(first) ?? fromBanner(first) ?? fromHeaders(lines) ?? fromOpening(lines);
}

/** The first lines, blank ones in front left out; a line that is too long to be one of ours is an empty one. */
function openingLines(text: string): string[] {
  const start = text.slice(0, MAX_CHARACTERS);
  const cut = text.length > MAX_CHARACTERS;
  const lines = start.replace(/^[\uFEFF\s]+/u, '').split(/\r\n|[\n\r\u2028\u2029]/u, 60);
  if (cut && lines.length > 1 && lines.length < 60) lines.pop();
  return lines.map((line) => (line.length > MAX_LINE_CHARACTERS ? '' : line.trimEnd())).filter((line, index) => index > 0 || line !== '');
}

/** Patches (`diff -u`, git, svn). One that changes several files is named after none of them. */
function fromPatch(lines: readonly string[]): string | null {
  if (!/^(?:diff --git |--- \S|Index: \S|From [0-9a-f]{40} )/u.test(lines[0] ?? '')) return null;
  const names = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? '';
    if (!line.startsWith('--- ') || !next.startsWith('+++ ')) continue;
    const changed = patchPath(next) ?? patchPath(line);
    if (changed !== null) names.add(changed);
  }
  const [name] = names;
  return names.size === 1 && name !== undefined ? safeBaseName(name) : null;
}

function patchPath(line: string): string | null {
  const path =
    line
      .slice(4)
      .split('\t', 1)[0]
      ?.replace(/^"(.*)"$/u, '$1')
      .replace(/\s+\d{4}-\d\d-\d\d .*$/u, '') ?? '';
  return path === '/dev/null' ? null : path.replace(/^[ab]\//u, '');
}

/** `cat > f <<EOF`, `cat <<'EOF' > f`, `tee f <<EOF`, with or without a prompt or sudo. */
function fromHereDocument(line: string): string | null {
  if (!line.includes('<<')) return null;
  const command = line.replace(/^(?:[$#%]\s+)?(?:sudo\s+)?/u, '');
  const path =
    /^(?:cat|tee)\b[^>|]*>{1,2}\s*(["']?)([^\s"'<>|;&]+)\1/u.exec(command)?.[2] ??
    /^(?:cat\s.*\|\s*(?:sudo\s+)?)?tee\s+(?:-a\s+)?(["']?)([^\s"'<>|;&]+)\1/u.exec(command)?.[2];
  return path === undefined ? null : safeBaseName(path.replace(/^(?:~|\$\{?\w+\}?)\//u, ''));
}

/** `==> f <==` of head(1) and tail(1). */
function fromBanner(line: string): string | null {
  const path = /^==> (.+) <==$/u.exec(line)?.[1];
  return path === undefined ? null : safeBaseName(path);
}

/** A file name among MIME or HTTP headers (RFC 6266, RFC 2183); the extended one of RFC 8187 wins. */
function fromHeaders(lines: readonly string[]): string | null {
  if (!/^(?:HTTP\/\d|--\S|[A-Z][\w-]*: ?\S)/u.test(lines[0] ?? '')) return null;
  const end = lines.indexOf('', 1);
  const headers = (end < 0 ? lines : lines.slice(0, end)).join('\n').replace(/\n[ \t]+/gu, ' ');
  const disposition = /^Content-Disposition:.*$/imu.exec(headers)?.[0];
  if (disposition === undefined) return null;
  const extended = /;\s*filename\*=(?:UTF-8|ISO-8859-1)'[\w-]*'([^\s;]+)/iu.exec(disposition)?.[1];
  const plain = /;\s*filename=(?:"([^"]*)"|([^\s;"]+))/iu.exec(disposition);
  return safeBaseName((extended && decoded(extended)) || plain?.[1] || plain?.[2] || '');
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** Lines that may stand before the one with the name, and name nothing. */
const PREAMBLE =
  /^(?:#!|<\?(?:xml|php)\b|<!doctype\b|(["'])use \w+\1;?$|#.*coding[:=]|@echo off$|(?:\/\/|#|\/\*|--|;)\s*SPDX-|---$|(?:"""|'''|\/\*\*?|<!--|\{-|\(\*|=begin|--\[\[)$)/iu;
const FENCE = /^(?:`{3,}|~{3,})\s*(.*)$/u;

function fromOpening(lines: readonly string[]): string | null {
  let index = 0;
  const fence = FENCE.exec(lines[0] ?? '');
  if (fence) {
    const named = fromFenceInfo(fence[1] ?? '');
    if (named !== null) return named;
    index += 1;
  }
  const opened = index;
  while (index < opened + 3 && PREAMBLE.test(lines[index] ?? '')) index += 1;
  const line = lines[index] ?? '';
  const rest = lines.slice(index + 1);
  return (
    fromComment(line, rest, opensBlock(lines[index - 1])) ??
    fromLabel(line) ??
    fromHeading(line, rest) ??
    (index === 0 ? fromBareLine(line, rest) : null)
  );
}

function opensBlock(line: string | undefined): boolean {
  return line !== undefined && /^(?:"""|'''|\/\*\*?|<!--|\{-|\(\*|--\[\[)$/u.test(line);
}

/** ```` ```ts title="src/app.ts" ````, ```` ```ts:src/app.ts ````, ```` ```12:40:src/app.ts ````, ```` ```src/app.ts ````. */
function fromFenceInfo(info: string): string | null {
  const given = /(?:^|[\s{,])(?:title|file|filename|path|name)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'},]+))/iu.exec(info);
  const named = given?.[1] ?? given?.[2] ?? given?.[3];
  if (named !== undefined) return safeBaseName(named.trim());
  const last = info.trim().split(/\s+/u).at(-1) ?? '';
  return trustedName(last.replace(/^(?:\d+:\d+:|\w+:)(?=[^\\])/u, ''));
}

/** Comment marks at the start of a line, and what may close them. */
const COMMENT =
  /^(?:\/\/[/!]?|#+|<!--|<%--|\{#|\{\{!(?:--)?|\{?\/\*+!?|--(?:\[\[)?|;+|%+|"(?= )|'(?= )|!(?= )|(?:@?REM|dnl)(?= )|::|\{-|\(\*|\.\.(?= )|"""|''')\s*(\S.*)$/iu;
const CLOSING = /\s*(?:\*\/\}?|-->|--%>|#\}|(?:--)?\}\}|-\}|\*\)|\]\]|"""|''')$/u;
const LABEL = /^[@\\]?(?:file ?name|file ?path|file|path|source ?file)\s*(?:[:=]\s*|\s(?=[^\s]+$))/iu;

function fromComment(line: string, rest: readonly string[], insideBlock: boolean): string | null {
  const said = insideBlock ? line.replace(/^\s*\*?\s*/u, '') : COMMENT.exec(line.trimStart())?.[1];
  if (said === undefined) return null;
  const content = said.replace(CLOSING, '').trim();
  // A hash is a comment in one language and a title in another one: "# lodash.js" above prose is the title of a page.
  if (/^#+ /u.test(line) && isProse(firstMeaningful(rest)) && !isProseFile(content)) return null;
  return fromSaid(content);
}

/** `path`, `file: path`, `path - what it is`, `path (changed)`. */
function fromSaid(content: string): string | null {
  const label = LABEL.exec(content)?.[0] ?? '';
  const path = bare(content.slice(label.length).replace(/\s+(?:-{1,3}|[—–])\s.*$|\s+-\*-.*$|\s+\([^()]{1,40}\)$/u, ''));
  return label === '' ? trustedName(path) : labelledName(path);
}

/** A line of its own, outside of comments: `File: src/app.ts`. */
function fromLabel(line: string): string | null {
  const content = bare(line);
  const label = /^(?:file ?name|file ?path|file|path)\s*:\s*/iu.exec(content)?.[0];
  return label === undefined ? null : labelledName(bare(content.slice(label.length)));
}

/** `**src/app.ts**`, `` `src/app.ts`: ``, `### 1. \`src/app.ts\``, above a fence or a blank line. */
function fromHeading(line: string, rest: readonly string[]): string | null {
  const said = /^#{1,6}\s+(?:\d+[.)]\s+)?(.+)$/u.exec(line)?.[1] ?? /^(\*\*.+\*\*:?|`[^`]+`:?)$/u.exec(line)?.[1];
  if (said === undefined || (isProse(firstMeaningful(rest)) && !isProseFile(bare(said)))) return null;
  return fromSaid(bare(said));
}

/** A path alone on the first line, with content behind it that is neither prose nor a list of more paths. */
function fromBareLine(line: string, rest: readonly string[]): string | null {
  const next = firstMeaningful(rest);
  const path = bare(line);
  if (next === '' || /\s/u.test(path) || isPathLike(next) || (isProse(next) && !isProseFile(path))) return null;
  return isTextEnding(endingOfPath(path)) || typeOfName(path) !== null ? trustedName(path) : null;
}

function firstMeaningful(lines: readonly string[]): string {
  return lines.find((line) => line.trim() !== '')?.trim() ?? '';
}

/** Without the marks that people put around a name. */
function bare(text: string): string {
  const inner = text.trim().replace(/:$/u, '');
  return (/^(\*\*|__|`|"|')(.*)\1$/u.exec(inner)?.[2] ?? inner)
    .replace(/:$/u, '')
    .replace(/^`(.*)`$/u, '$1')
    .trim();
}

/** A name that somebody called a file name: blanks and unknown endings are taken. */
function labelledName(path: string): string | null {
  return looksLikeAddress(path) ? null : safeBaseName(bare(path));
}

/** A name that only its form speaks for: no blanks, and an ending that files have, or a directory in front of it. */
function trustedName(path: string): string | null {
  if (!/^(?:[A-Za-z]:[\\/])?[\p{L}\p{N}\p{M}_.@~$/\\()[\]+-]+$/u.test(path) || looksLikeAddress(path)) return null;
  if (PRODUCTS.has(path.toLowerCase())) return null;
  const name = safeBaseName(path);
  if (name === null) return null;
  const ending = endingOfPath(name);
  const known = isTextEnding(ending) || (ending === '' && typeOfName(name) !== null);
  return known || (/[/\\]/u.test(path) && ending !== '' && !DOMAIN_ENDINGS.has(ending)) ? name : null;
}

/** `https://…`, `www.…`, `host.org/page.html`, `me@host.py`. */
function looksLikeAddress(path: string): boolean {
  const host = path.split(/[/\\]/u, 1)[0] ?? '';
  const ending = endingOfPath(host);
  return (
    path.includes('://') ||
    /^www\./iu.test(path) ||
    (DOMAIN_ENDINGS.has(ending) && !isTextEnding(ending)) ||
    /^[\w.+-]+@[\w-]+\.\w+$/u.test(path)
  );
}

function endingOfPath(path: string): string {
  return /[^./\\][^/\\]*\.([^./\\]+)$/u.exec(path)?.[1]?.toLowerCase() ?? '';
}

function isPathLike(line: string): boolean {
  return /^[\w.@~/\\-]+\.\w{1,8}:?$/u.test(line) || /^[│├└|+`]/u.test(line);
}

/** Whether a line reads as a sentence: at least four words, and nothing that only code has. */
function isProse(line: string): boolean {
  return (
    (line.match(/(?:^|\s)\p{L}[\p{L}'’-]*[,.;:!?]?(?=\s|$)/gu)?.length ?? 0) >= 4 &&
    !/[{}<>=]|;$|^\W*(?:#|\/\/|--|\*)|\(\)|^(?:import|from|select|create|def|class|package)\b/iu.test(line)
  );
}

function isProseFile(path: string): boolean {
  return /\.(?:md|markdown|mdx|txt|text|rst|tex|adoc|org|log|csv|srt|eml)$|^(?:README|LICENSE|COPYING|NOTICE|AUTHORS)$/iu.test(path);
}

const DOMAIN_ENDINGS = new Set(
  'com net org io dev app co uk de fr nl eu us ca au jp cn ru br in it es ch se no info biz edu gov mil tv me xyz site online cloud ai so to gg tech blog page'.split(
    ' ',
  ),
);

/** Names that speech uses for products, domains and calls, though they end as files do. */
const PRODUCTS = new Set(
  'node.js next.js nuxt.js vue.js react.js express.js three.js d3.js angular.js ember.js backbone.js chart.js moment.js p5.js discord.js socket.io asp.net vb.net ado.net paper.js pixi.js babylon.js alpine.js solid.js nest.js deno.js bun.js tensorflow.js brain.js underscore.js require.js knockout.js handlebars.js moment.ts docs.rs lib.rs.com bun.sh crates.io console.log process.env import.meta.env ohmyz.sh'.split(
    ' ',
  ),
);
