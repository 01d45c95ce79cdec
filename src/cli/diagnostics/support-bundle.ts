/** `hub support-bundle`: a zip archive for whoever is to help, with a report of what is in it. It works without a running Hub, and sends nothing. */
import path from 'node:path';
import { type SupportPreset, supportPresets } from '../../contract/diagnostics/support-bundle.ts';
import { openReport } from '../../diagnostics/bundle/open-report.ts';
import { makeSupportBundle } from '../../diagnostics/bundle/support-bundle.ts';
import { missingParts, missingSaid, newFolderSaid, whyNotWritten } from '../../diagnostics/bundle/why-not-written.ts';
import { say } from '../../domain/language/say.ts';
import { type RedactionRule, ruleInWords } from '../../domain/redaction/rules.ts';
import { notAFolder } from '../not-a-folder.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';

export interface SupportOptions {
  readonly preset: string;
  readonly output: string;
  readonly redact?: readonly string[];
  /** Undefined: if a person sits at the terminal. */
  readonly open?: boolean;
  readonly json?: boolean;
}

const mostWords = 100;
const longestWord = 200;

export async function supportBundle(surface: Surface, { preset, output, redact = [], open, json }: SupportOptions): Promise<ExitStatus> {
  if (!isPreset(preset)) return wrongUsage(surface, say('unknown preset; choose one of {known}', { known: supportPresets.join(', ') }));
  if (redact.length > mostWords || redact.some((word) => word.trim().length < 2 || word.length > longestWord))
    return wrongUsage(
      surface,
      say('each --redact word must have 2 to {longest} characters; at most {most} words', { longest: longestWord, most: mostWords }),
    );
  // As a script leaves it whose variable is not set.
  if (output.trim() === '') return wrongUsage(surface, say('--output takes a folder'));
  const folder = path.resolve(output);
  const inTheWay = notAFolder(output);
  if (inTheWay !== null) return failedBecause(surface, visibleText(inTheWay), 'not_a_folder');
  const made = await makeSupportBundle({
    places: surface.places,
    env: surface.env,
    folder,
    preset,
    words: redact,
    signal: surface.interrupted?.() ?? new AbortController().signal,
  });
  if (!made.ok) {
    const { says, word } = whyNotWritten(made.reason, folder);
    return failedBecause(surface, says, word);
  }
  const { path: archive, report, isNewFolder, manifest } = made.value;
  const missing = missingParts(manifest);
  const isOpened = (open ?? (surface.terminal && surface.inputIsTerminal && !json)) && (await openReport(report, surface.env));
  if (json) {
    printJson(surface, {
      ok: true,
      path: archive,
      report,
      opened: isOpened,
      isNewFolder,
      preset,
      files: manifest.files,
      leftOut: manifest.leftOut,
      missing,
      removed: manifest.removed,
    });
    return 0;
  }
  surface.print(visibleText(archive));
  if (isNewFolder) surface.print(`  ${newFolderSaid()}`);
  const isIncomplete = missingSaid(missing);
  if (isIncomplete !== null) surface.complain(`hub: ${isIncomplete}`);
  for (const [rule, count] of Object.entries(manifest.removed))
    surface.print(`  ${say('redacted: {what}', { what: countInWords(rule as RedactionRule, count) })}`);
  if (redact.length > 0 && manifest.removed['your-word'] === undefined) surface.print(`  ${say('none of your words was found')}`);
  surface.print(
    isOpened
      ? say('Look through the report that has just opened, and send the file only if you agree with all of it.')
      : say('Look through {file} first, and send the zip file only if you agree with all of it.', { file: visibleText(report) }),
  );
  return 0;
}

function countInWords(rule: RedactionRule, count: number): string {
  return rule === 'your-word' ? say('{count, number} of your words', { count }) : `${ruleInWords(rule)} (${count})`;
}

function isPreset(word: string): word is SupportPreset {
  return (supportPresets as readonly string[]).includes(word);
}
