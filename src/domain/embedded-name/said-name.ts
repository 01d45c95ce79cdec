/**
 * Whether what stands in the place of a file's name is one. There are three degrees of trust, by how much the form says by itself; every
 * name that is found anywhere in an opening goes through one of the three.
 */
import { safeBaseName } from '../detect/base-name.ts';
import { endingOf, isTextEnding, isWellKnownName, typeOfName } from '../detect/file-kinds.ts';

/** Where only a file name can stand (a patch, a redirection, `filename=`): any that is safe, with or without an ending. */
export function givenName(path: string): string | null {
  const inner = bare(path);
  return /^[\\/]dev[\\/]/u.test(inner) || inner.includes('://') ? null : safeBaseName(inner);
}

/** What somebody calls a file (`File: x`): blanks and unknown endings are taken, a sentence and an address are not. */
export function labelledName(path: string): string | null {
  const inner = bare(path);
  if (looksLikeAddress(inner) || /^(?:see|the|this|in|a|an|from|to|for)\s/iu.test(inner) || inner.split(/\s+/u).length > 5) return null;
  const name = safeBaseName(inner);
  return name !== null && isShapedAsFile(name) ? name : null;
}

/** What only its place speaks for: no blanks, and an ending that files have, or a directory in front of it. */
export function shownName(path: string): string | null {
  const inner = bare(path);
  if (!/^(?:[A-Za-z]:[\\/])?[\p{L}\p{N}\p{M}_.@~$/\\()[\]+-]+$/u.test(inner) || looksLikeAddress(inner)) return null;
  if (PRODUCTS.has(inner.toLowerCase())) return null;
  const name = safeBaseName(inner);
  if (name === null || !isShapedAsFile(name)) return null;
  const ending = endingOf(name);
  const isInDirectory = /[/\\]/u.test(inner);
  if (DOMAIN_ENDINGS.has(ending) && !isInDirectory) return null;
  const isKnown = isTextEnding(ending) || typeOfName(name) !== null;
  return isKnown || (isInDirectory && /^[a-z]\w{0,11}$/u.test(ending) && !DOMAIN_ENDINGS.has(ending)) ? name : null;
}

/** The words of a line without what people put around a name: quotes, ticks, stars, and a colon behind it. */
export function bare(text: string): string {
  let inner = text.trim();
  for (let turn = 0; turn < 3; turn++) {
    const unquoted = /^(\*{1,3}|_{2}|`{1,2}|["'])(.+?)\1:?$/u.exec(inner)?.[2] ?? /^[`"“‘'](.+)['’”]$/u.exec(inner)?.[1];
    inner = (unquoted ?? inner.replace(/:$/u, '')).trim();
  }
  return inner;
}

/** Whether this line is a path or a directory and nothing else, or part of a drawn tree. */
export function isPathLike(line: string): boolean {
  return /^(?:[\w.@~+-]*[/\\])*[\w.@~+-]+\.\w{1,8}:?$|^(?:[\w.@~+-]+[/\\])+[\w.@~+-]*$|^[│├└|]/u.test(line);
}

/** Whether a path is that of a file which holds prose, so that prose below it says nothing against it. */
export function isProseFile(path: string): boolean {
  return /\.(?:md|markdown|mdx|txt|text|rst|tex|adoc|org|log|csv|srt|eml)$|^(?:README|LICENSE|COPYING|NOTICE|AUTHORS)$/iu.test(bare(path));
}

function isShapedAsFile(base: string): boolean {
  if (isWellKnownName(base)) return isSpelledAsFile(base);
  return /^(?=.*[a-z])[\w+-]{1,16}$/iu.test(endingOf(base)) && !/^v?\d+(?:\.\w+)*$/iu.test(base);
}

/** "License" and "Readme" are also headings; the files are in capitals, or begin with one and end in `file`. */
function isSpelledAsFile(base: string): boolean {
  return base.includes('.') || /file$/u.test(base) || base === base.toUpperCase();
}

/** `https://…`, `www.…`, `host.org/page.html`, `me@host.py`. */
function looksLikeAddress(path: string): boolean {
  const [host = '', ...directories] = path.split(/[/\\]/u);
  const isHost = DOMAIN_ENDINGS.has(endingOf(host)) && (directories.length > 0 || !isTextEnding(endingOf(host)));
  return isHost || /^\/\/|:\/\/|^[a-z]+:\/|^www\.|^[\w.+-]+@[\w-]+\.\w+$/iu.test(path.replace(/^[a-z]:[\\/]/iu, ''));
}

const DOMAIN_ENDINGS = new Set(
  'com net org io dev app co uk de fr nl eu us ca au jp cn ru br it es ch se no info biz edu gov mil tv me xyz site online cloud ai so to gg tech blog page'.split(
    ' ',
  ),
);

/** Names that speech uses for products, domains and calls, though they end as files do. */
const PRODUCTS = new Set(
  'node.js next.js nuxt.js vue.js react.js express.js three.js d3.js angular.js ember.js backbone.js chart.js moment.js p5.js discord.js socket.io asp.net vb.net ado.net paper.js pixi.js babylon.js alpine.js solid.js nest.js deno.js bun.js tensorflow.js brain.js underscore.js require.js knockout.js handlebars.js moment.ts docs.rs lib.rs.com bun.sh crates.io console.log process.env import.meta.env ohmyz.sh'.split(
    ' ',
  ),
);
