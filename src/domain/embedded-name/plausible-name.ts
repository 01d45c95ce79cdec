/**
 * Whether a text in the place of a file name is one. There are three degrees of trust, depending on how conclusive the form is; every name that is
 * found in an opening passes through one of the three.
 */
import { safeBaseName } from '../detect/base-name.ts';
import { endingOf, isTextEnding, isWellKnownName, typeOfName } from '../detect/file-kinds.ts';

/** In a place where only a file name can be (a patch, a redirection, `filename=`): any safe name, with or without an extension. */
export function givenName(path: string): string | null {
  const inner = bareName(path);
  return /^[\\/]dev[\\/]/u.test(inner) || inner.includes('://') ? null : safeBaseName(inner);
}

/** In a label (`File: x`): blanks and unknown extensions are accepted, a sentence or an address is not. */
export function labelledName(path: string): string | null {
  const inner = bareName(path);
  if (looksLikeAddress(inner) || /^(?:see|the|this|in|a|an|from|to|for)\s/iu.test(inner) || inner.split(/\s+/u).length > 5) return null;
  const name = safeBaseName(inner);
  return name !== null && isShapedAsFile(name) ? name : null;
}

/** Without a label: no blanks, and either a known extension or a directory in front. */
export function shownName(path: string): string | null {
  const inner = bareName(path);
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

/** The words of a line without what people put around a name: quotes, backquotes, stars, and a trailing colon. */
export function bareName(text: string): string {
  let inner = text.trim();
  for (let turn = 0; turn < 3; turn++) {
    const unquoted = /^(\*{1,3}|_{2}|`{1,2}|["'])(.+?)\1:?$/u.exec(inner)?.[2] ?? /^[`"“‘'](.+)['’”]$/u.exec(inner)?.[1];
    inner = (unquoted ?? inner.replace(/:$/u, '')).trim();
  }
  return inner;
}

/** Whether this line is only a path or a directory, or part of a drawn tree. */
export function isPathLike(line: string): boolean {
  return /^(?:[\w.@~+-]*[/\\])*[\w.@~+-]+\.\w{1,8}:?$|^(?:[\w.@~+-]+[/\\])+[\w.@~+-]*$|^[│├└|]/u.test(line);
}

/** Whether a path is that of a file with prose, so that prose below it does not speak against the name. */
export function isProseFile(path: string): boolean {
  return /\.(?:md|markdown|mdx|txt|text|rst|tex|adoc|org|log|csv|srt|eml)$|^(?:README|LICENSE|COPYING|NOTICE|AUTHORS)$/iu.test(
    bareName(path),
  );
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

/** Products, domains and calls that are written like file names. */
const PRODUCTS = new Set(
  'node.js next.js nuxt.js vue.js react.js express.js three.js d3.js angular.js ember.js backbone.js chart.js moment.js p5.js discord.js socket.io asp.net vb.net ado.net paper.js pixi.js babylon.js alpine.js solid.js nest.js deno.js bun.js tensorflow.js brain.js underscore.js require.js knockout.js handlebars.js moment.ts docs.rs lib.rs.com bun.sh crates.io console.log process.env import.meta.env ohmyz.sh'.split(
    ' ',
  ),
);
