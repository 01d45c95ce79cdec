/**
 * The review report: what is in a bundle, why, and what was redacted in it, as one HTML page for the person who is about to send it. It loads and runs
 * nothing, which its policy says too, and whatever comes out of a file is text. It tells how much was redacted, never what.
 */
import { createHash } from 'node:crypto';
import type { SupportManifest, SupportPreset } from '../../contract/diagnostics/support-bundle.ts';
import { say } from '../../domain/language/say.ts';
import { type RedactionRule, ruleInWords } from '../../domain/redaction/rules.ts';
import type { Part } from './part.ts';
import { reviewStyle } from './review-style.ts';
import { missingParts, missingSaid } from './why-not-written.ts';

export interface Reviewed {
  readonly manifest: SupportManifest;
  readonly parts: readonly Part[];
  /** The files of the bundle as they are in it, by their names. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
  readonly language: string;
}

/** So much of a file is shown; all of it is in the archive. */
const shownBytes = 24 * 1024;

const presetTitles: Readonly<Record<SupportPreset, () => string>> = {
  minimal: () => say('Minimal'),
  standard: () => say('Standard'),
  full: () => say('Full'),
};

/** The page. Pure. */
export function reviewReport({ manifest, parts, texts, language }: Reviewed): string {
  const title = say('What’s in this support bundle');
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(reviewStyle).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${reviewStyle}</style>
</head>
<body>
<main>
<header>
<h1>${escaped(title)}</h1>
<p class="lead">${escaped(say('Nothing has been sent. Look through this page, and send the zip file next to it only if you agree with all of it.'))}</p>
${facts(manifest)}
</header>
<section>
<h2>${escaped(say('What is in it, and why'))}</h2>
${parts.map((part) => partBlock(part, manifest, texts)).join('\n')}
</section>
<section>
<h2>${escaped(say('What was redacted'))}</h2>
${removedBlock(manifest)}
</section>
<section>
<h2>${escaped(say('What is never in it'))}</h2>
<ul>
${neverInIt()
  .map((text) => `<li>${escaped(text)}</li>`)
  .join('\n')}
</ul>
</section>
</main>
</body>
</html>
`;
}

function facts({ preset, createdAt, version, files, removed, leftOut }: SupportManifest): string {
  const missing = missingSaid(missingParts({ leftOut }));
  const total = Object.values(removed).reduce((sum, count) => sum + count, 0);
  const rows = [
    [say('Preset'), presetTitles[preset]()],
    [say('Made at'), createdAt.slice(0, 19).replace('T', ' ')],
    [say('Version'), `Hub ${version}`],
    [say('Files'), String(files.length)],
    ...(missing === null ? [] : [[say('Not complete'), missing]]),
    [say('Redacted'), say('{count, plural, =0 {nothing} one {# place} other {# places}}', { count: total })],
  ];
  return `<dl>${rows.map(([name = '', value = '']) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`;
}

function partBlock({ id, title, why }: Part, manifest: SupportManifest, texts: Reviewed['texts']): string {
  const files = manifest.files.filter(({ part }) => part === id);
  const missing = manifest.leftOut.find(({ part }) => part === id);
  const inside =
    missing === undefined
      ? files.map((file) => fileBlock(file, texts.get(file.name))).join('\n')
      : `<p class="missing">${escaped(whyLeftOut(missing.because))}</p>`;
  return `<article>
<h3>${escaped(title())}</h3>
<p>${escaped(why())}</p>
${inside}
</article>`;
}

function whyLeftOut(because: SupportManifest['leftOut'][number]['because']): string {
  if (because === 'nothing') return say('Left out: there is nothing to tell.');
  if (because === 'no-answer') return say('Left out: it did not answer in time.');
  return say('Left out: it could not be read.');
}

function fileBlock({ name, bytes, sha256, removed }: SupportManifest['files'][number], content: Uint8Array | undefined): string {
  const out = Object.entries(removed).map(([rule, count]) => `${ruleInWords(rule as RedactionRule)}: ${count}`);
  const shown = Buffer.from(content ?? []).subarray(0, shownBytes);
  const isCut = bytes > shownBytes;
  return `<details>
<summary><code>${escaped(name)}</code><span>${escaped(sizeOf(bytes))}</span>${out.length === 0 ? '' : `<span class="out">${escaped(say('redacted: {what}', { what: out.join(' · ') }))}</span>`}</summary>
<p class="sum">SHA-256 <code>${escaped(sha256)}</code></p>
<pre>${escaped(shown.toString('utf8'))}${isCut ? `\n…` : ''}</pre>
${isCut ? `<p class="sum">${escaped(say('This is the beginning; all of it is in the zip file.'))}</p>` : ''}
</details>`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_024 ? `${bytes} B` : `${Math.round(bytes / 1_024)} KiB`;
}

function removedBlock({ removed }: SupportManifest): string {
  const rows = Object.entries(removed).toSorted(([, one], [, other]) => other - one);
  if (rows.length === 0) return `<p>${escaped(say('Nothing had to be redacted.'))}</p>`;
  const cells = rows.map(
    ([rule, count]) => `<tr><td>${escaped(ruleInWords(rule as RedactionRule))}</td><td class="number">${count}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">${escaped(say('What'))}</th><th scope="col" class="number">${escaped(say('How often'))}</th></tr></thead><tbody>${cells.join('')}</tbody></table>`;
}

function neverInIt(): readonly string[] {
  return [
    say('Texts, pictures and files that you copied, and text that was read in pictures'),
    say('Titles of windows, addresses of pages, names of files and of programs that you copied from'),
    say('Your notes, tags and saved commands, and the words and folders in the content filter'),
    say('Tokens of paired browsers, and values of environment variables'),
  ];
}

/** Of HTML: nothing in it is markup. Characters that control a terminal or the direction of a line become visible. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[^\P{Control}\n\t]|\p{Format}|[\u2028\u2029]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
