/**
 * What the page is served with: its own files, the view, pictures, and the way for its commands. One fetch-style handler: the window's protocol
 * calls it without a port, and tests call it on a loopback one. It serves what the build made and what the shell holds, by names that it knows;
 * no path of the disk ever comes from a request.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type PageCommand, type PageView, pageCommand } from '../../contract/shell-page.ts';
import { stillPicture } from '../../domain/still-picture.ts';
import { isForPage, type PagePicture } from './page-picture.ts';

export interface PageParts {
  /** The folder that the page was built into. */
  readonly folder: string;
  readonly viewAfter: (revision: number) => Promise<PageView>;
  readonly command: (command: PageCommand) => void;
  /** The picture of a fragment, or null. */
  readonly picture: (fragmentId: string) => Promise<PagePicture | null>;
  readonly profilePicture: () => PagePicture | null;
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

const longestCommand = 8_192;

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

/** The built page: a few files, held in memory. Empty where it was not built. */
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
  if (url.pathname === '/view')
    return Response.json(await parts.viewAfter(Number(url.searchParams.get('after') ?? -1)), { headers: guards });
  if (url.pathname === '/profile/picture') return picture(parts.profilePicture(), 'face');
  const fragmentId = /^\/content\/([1-9]\d{0,14})$/.exec(url.pathname)?.[1];
  if (fragmentId !== undefined) return picture(await parts.picture(fragmentId), 'content');
  const file = files.get(url.pathname);
  return file === undefined ? plain(404) : new Response(file.bytes as BodyInit, { headers: { ...guards, 'content-type': file.mediaType } });
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

/** The document, with a word that only this load of it knows, for the styles that the page makes itself. */
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

function plain(status: number): Response {
  return new Response(null, { status, headers: guards });
}
