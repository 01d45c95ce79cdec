/**
 * Serves the page: its own files, the view, rows of lists, pictures, and its commands. One fetch-style handler: the window's protocol calls it
 * without a port, and tests call it on a loopback one. It serves the built files and the shell's data, by known names; no path on the disk ever comes
 * from a request.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languageNamed, translationsInto } from '../../../configuration/speak-language.ts';
import { type PageNews, type RowsAnswer, type RowsQuery, rowsQuery } from '../../../contract/page-rows/rows.ts';
import { type PageCommand, pageCommand } from '../../../contract/shell-page.ts';
import { stillPicture } from '../../../domain/picture/still-picture.ts';
import { isIconForPage } from '../programs/program-icons.ts';
import { isForPage, type PagePicture } from './page-content.ts';

export interface PageParts {
  /** The folder that the page was built into. */
  readonly folder: string;
  readonly viewAfter: (revision: number) => Promise<PageNews>;
  /** A part of a list; null if it is not available now. */
  readonly rows: (query: RowsQuery) => Promise<RowsAnswer | null>;
  readonly command: (command: PageCommand) => void;
  /** Called with the length of each answer with a view or rows, for measurements. */
  readonly answered: (bytes: number) => void;
  /** The picture of a fragment, or null. */
  readonly picture: (fragmentId: string) => Promise<PagePicture | null>;
  /** What a fragment is as HTML; null without that. */
  readonly html: (fragmentId: string) => Promise<string | null>;
  readonly profilePicture: () => PagePicture | null;
  /** The icon of an installed program, or null. */
  readonly programIcon: (programId: string) => Promise<PagePicture | null>;
}

interface PageFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const longestCommand = 24_576;

export function pageHandler(parts: PageParts): (request: Request) => Promise<Response> {
  const files = readPage(parts.folder);
  return async (request) => {
    try {
      return await answer(parts, files, request);
    } catch {
      return plain(500);
    }
  };
}

/** The built page: a few files, held in memory. Empty if it was not built. */
function readPage(folder: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    names.map((file) => [
      `/${path.relative(folder, file).replaceAll(path.sep, '/')}`,
      { bytes: readFileSync(file), mediaType: mediaTypes[path.extname(file)] ?? 'application/octet-stream' },
    ]),
  );
}

async function answer(parts: PageParts, files: ReadonlyMap<string, PageFile>, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (request.method === 'POST') return url.pathname === '/command' ? hear(parts, url.searchParams.get('is') ?? '') : plain(404);
  if (request.method !== 'GET') return plain(405);
  if (url.pathname === '/') return page(files.get('/index.html'));
  if (url.pathname === '/view') return json(parts, await parts.viewAfter(Number(url.searchParams.get('after') ?? -1)));
  if (url.pathname === '/rows') return rows(parts, url.searchParams);
  if (url.pathname === '/translations') return translations(url.searchParams.get('into') ?? '');
  if (url.pathname === '/profile/picture') return picture(parts.profilePicture(), 'face');
  if (url.pathname.startsWith('/program/')) return programIcon(parts, url.pathname.slice('/program/'.length));
  const [, of, fragmentId] = /^\/(content|html)\/([1-9]\d{0,14})$/.exec(url.pathname) ?? [];
  if (fragmentId !== undefined)
    return of === 'html' ? html(await parts.html(fragmentId)) : picture(await parts.picture(fragmentId), 'content');
  const file = files.get(url.pathname);
  return file === undefined ? plain(404) : new Response(file.bytes as BodyInit, { headers: { ...guards, 'content-type': file.mediaType } });
}

/** Our page never sends a name twice. */
async function rows(parts: PageParts, words: URLSearchParams): Promise<Response> {
  const query = rowsQuery.safeParse(Object.fromEntries(words));
  if (!query.success || words.size !== new Set(words.keys()).size) return plain(400);
  const found = await parts.rows(query.data);
  return found === null ? plain(503) : json(parts, found);
}

function translations(into: string): Response {
  const language = languageNamed(into);
  return language === null ? plain(404) : Response.json(translationsInto(language), { headers: guards });
}

function json({ answered }: PageParts, value: PageNews | RowsAnswer): Response {
  const bytes = Buffer.from(JSON.stringify(value));
  answered(bytes.length);
  return new Response(bytes, { headers: { ...guards, 'content-type': 'application/json' } });
}

function hear(parts: PageParts, said: string): Response {
  if (said.length > longestCommand) return plain(413);
  const command = pageCommand.safeParse(parsed(said));
  if (!command.success) return plain(400);
  parts.command(command.data);
  return Response.json({ ok: true }, { headers: guards });
}

function parsed(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}

const guards = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const;

/** The document, with a nonce for this load, for the styles that the page creates itself. */
function page(file: PageFile | undefined): Response {
  if (file === undefined) return new Response(notBuilt, { headers: { ...guards, 'content-type': 'text/html; charset=utf-8' } });
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const text = Buffer.from(file.bytes).toString('utf8').replaceAll('__NONCE__', nonce);
  return new Response(text, { headers: { ...guards, 'content-type': file.mediaType, 'content-security-policy': policy } });
}

const notBuilt = '<!doctype html><title>Hub</title><p>The page of the window was not built; run: npm run setup</p>';

function picture(found: PagePicture | null, as: 'content' | 'face'): Response {
  if (found === null || !isForPage(found, as)) return plain(404);
  const headers = { ...guards, 'content-type': found.mediaType, 'content-security-policy': "default-src 'none'; sandbox" };
  return new Response(stillPicture(found.bytes) as BodyInit, { headers });
}

/** As a text that no browser takes for a page: the page reads it, and draws little of it. */
function html(found: string | null): Response {
  if (found === null) return plain(404);
  const headers = { ...guards, 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': "default-src 'none'; sandbox" };
  return new Response(found, { headers });
}

const longestProgramId = 400;

/** An SVG runs and loads nothing: it is the picture of an `img`, was checked, and has a policy of its own. */
async function programIcon(parts: PageParts, encodedId: string): Promise<Response> {
  if (encodedId.length > longestProgramId) return plain(404);
  const icon = await parts.programIcon(decodeURIComponent(encodedId));
  if (icon === null || !isIconForPage(icon)) return plain(404);
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  const headers = { ...guards, 'cache-control': 'private, max-age=600', 'content-type': icon.mediaType, 'content-security-policy': policy };
  return new Response(icon.bytes as BodyInit, { headers });
}

function plain(status: number): Response {
  return new Response(null, { status, headers: guards });
}
