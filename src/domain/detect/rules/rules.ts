/**
 * Types that a grammar or a fixed beginning decides. Each rule looks at the sample and claims one type or nothing; the first claim wins. Only what is
 * nearly certain is a rule; anything else is left to the model.
 */
import { withoutEnd } from '../../trim-end.ts';
import { type Claim, hasShare, type Sample } from '../text-sample.ts';
import { claimCommandLine } from './command-line.ts';
import { claimInclude } from './includes.ts';
import { claimJson } from './json.ts';
import { claimMarkup } from './markup.ts';
import { claimSql } from './sql.ts';
import { claimTable } from './table.ts';

type Rule = (sample: Sample) => Claim | null;

/** The claim of the first rule that has one. */
export function claimByRule(sample: Sample): Claim | null {
  for (const rule of RULES) {
    const claim = rule(sample);
    if (claim !== null) return claim;
  }
  return null;
}

/** Fixed beginnings. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, typeId: string, confidence: number])[] = [
  [/^%PDF-\d/u, 'pdf', 0.98],
  [/^%!PS-Adobe/u, 'postscript', 0.98],
  [/^\{\\rtf\d?\\/u, 'rtf', 0.98],
  [/^-----BEGIN PGP [A-Z ]+-----/u, 'asc', 0.98],
  [/^-----BEGIN [A-Z0-9 ]+-----\s/u, 'pem', 0.98],
  [/^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d+|sk-ssh-ed25519@openssh\.com) AAAA[\w+/=]{20}/u, 'pem', 0.95],
  [/^BEGIN:VCARD\b/u, 'vcard', 0.98],
  [/^BEGIN:V(?:CALENDAR|EVENT|TODO)\b/u, 'ics', 0.98],
  [/^WEBVTT(?:\s|$)/u, 'vtt', 0.97],
  [/^#EXTM3U\b/u, 'm3u', 0.98],
  [/^Windows Registry Editor Version \d|^REGEDIT4\b/u, 'winregistry', 0.98],
  [/^\[InternetShortcut\]/u, 'internetshortcut', 0.97],
  [/^1\r?\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}/u, 'srt', 0.98],
  [/^\\documentclass\b|^\\begin\{document\}/u, 'latex', 0.97],
  [/^syntax\s*=\s*["']proto[23]["'];/u, 'proto', 0.98],
  [/^from [\w.]+ import (?:\(|\*|\w+(?: as \w+)?(?:, *\w+(?: as \w+)?)*)\s*(?:\n|$)/u, 'python', 0.95],
  [/^@echo off\b/iu, 'batch', 0.97],
  [/^cmake_minimum_required\s*\(/iu, 'cmake', 0.97],
  [/^(?:\/\/[^\n]*\n\s*)*pragma solidity\b/u, 'solidity', 0.97],
  [/^msgid "[^\n]*\nmsgstr "|^#[^\n]*\nmsgid ""/u, 'po', 0.95],
  [/^@(?:article|book|inproceedings|misc|phdthesis|techreport|online|incollection)\s*\{\s*[\w:./-]+,/iu, 'bib', 0.97],
  [/^solid [^\n]*\n\s*facet normal /u, 'stltext', 0.97],
  [/^(?:import "[\w.]+"\s+)?(?:private |global )*rule \w+\s*(?::[\w\s]+)?\{\s*(?:meta|strings|condition):/u, 'yara', 0.95],
];

function claimBeginning({ text }: Sample): Claim | null {
  const start = text.slice(0, 512);
  const found = BEGINNINGS.find(([beginning]) => beginning.test(start));
  return found ? { typeId: found[1], confidence: found[2] } : null;
}

/** Interpreters of scripts. Versions (`python3.12`) are ignored. */
// biome-ignore format: a table
const INTERPRETERS: Readonly<Record<string, string>> = {
  sh: 'shell', bash: 'shell', zsh: 'shell', dash: 'shell', ksh: 'shell', ash: 'shell', fish: 'shell', bats: 'shell',
  python: 'python', pypy: 'python', node: 'javascript', nodejs: 'javascript', bun: 'javascript', deno: 'typescript', tsx: 'typescript', 'ts-node': 'typescript',
  perl: 'perl', ruby: 'ruby', php: 'php', lua: 'lua', luajit: 'lua', awk: 'awk', gawk: 'awk', mawk: 'awk', tclsh: 'tcl', wish: 'tcl', expect: 'tcl',
  Rscript: 'r', pwsh: 'powershell', groovy: 'groovy', swift: 'swift', julia: 'julia', guile: 'scheme', racket: 'scheme', sbcl: 'lisp', make: 'makefile',
  runghc: 'haskell', runhaskell: 'haskell', ocaml: 'ocaml', escript: 'erlang', elixir: 'elixir', scala: 'scala', kotlin: 'kotlin', dart: 'dart',
};

function claimShebang({ text }: Sample): Claim | null {
  const command = /^#!\s*(\/\S+)([^\n]{0,200})/u.exec(text.slice(0, 300));
  if (command === null) return null;
  const program = command[1]?.split('/').at(-1) ?? '';
  const interpreter =
    program === 'env'
      ? (command[2]
          ?.trim()
          .split(/\s+/u)
          .find((word) => !/^-|=/u.test(word)) ?? '')
      : program;
  const typeId = INTERPRETERS[interpreter] ?? INTERPRETERS[withoutEnd(interpreter, /[\d.]/u)];
  return typeId === undefined ? null : { typeId, confidence: 0.98 };
}

const HUNK = /^@@@? -\d+(?:,\d+)? .*\+\d+(?:,\d+)? @@/u;

/** Patches and parts of them: the header of a hunk followed by changed lines is enough. */
function claimDiff({ lines }: Sample): Claim | null {
  const first = lines[0] ?? '';
  if (!/^(?:diff |--- |\+\+\+ |Index: |index [0-9a-f]|@@|From [0-9a-f]{40} |\*\*\* )/u.test(first)) return null;
  const hunk = lines.findIndex((line) => HUNK.test(line));
  const changed = lines.some((line, index) => index > hunk && /^[+-](?![+-]{2} )/u.test(line));
  if (hunk >= 0 && changed) return { typeId: 'diff', confidence: 0.98 };
  if (first.startsWith('diff --git a/') || (lines.some((line) => line.startsWith('--- ')) && lines.some((line) => line.startsWith('+++ '))))
    return { typeId: 'diff', confidence: 0.95 };
  return null;
}

const INSTRUCTION =
  /^(?:FROM|RUN|COPY|ADD|CMD|ENTRYPOINT|WORKDIR|ENV|EXPOSE|ARG|LABEL|USER|VOLUME|HEALTHCHECK|SHELL|ONBUILD|STOPSIGNAL)\s+\S/u;

/** At least two instructions, and nothing at the left margin except instructions, comments and continuations. */
function claimDockerfile({ lines }: Sample): Claim | null {
  if (!lines.some((line) => INSTRUCTION.test(line))) return null;
  const own = lines.filter((line, index) => !/^\s*#|^\s/u.test(line) && !(lines[index - 1] ?? '').endsWith('\\'));
  const instructions = own.filter((line) => INSTRUCTION.test(line)).map((line) => line.split(/\s/u, 1)[0]);
  if (new Set(instructions).size < 2 || instructions.length / own.length < 0.8) return null;
  return { typeId: 'dockerfile', confidence: 0.97 };
}

const TARGET = /^[\w./$()%-][\w./$()% -]*::?(?!=)[^=;{]*$/u;

/** What only make(1) uses: a phony target, or an automatic variable in a recipe. */
function claimMakefile({ lines }: Sample): Claim | null {
  const isMakefile =
    lines.some((line) => /^\.PHONY\s*:/u.test(line)) ||
    (lines.some((line, index) => line.startsWith('\t') && TARGET.test(lines[index - 1] ?? '')) &&
      lines.some((line) => /^[\w.]+\s*[:?+]=\s|\$\([A-Z_]+\)|\$[@<^*]/u.test(line)) &&
      !lines.some((line) => /[{;]\s*$|^\s*(?:def|class|if|for|while)\b.*:$/u.test(line) && !line.startsWith('\t')));
  return isMakefile ? { typeId: 'makefile', confidence: 0.97 } : null;
}

const MAIL = /^(?:From|To|Subject|Date|Received|Return-Path|Message-ID|MIME-Version|Delivered-To|DKIM-Signature|Cc|Reply-To):\s/iu;

/** RFC 5322 headers: a sender, and a subject, a date or a path. */
function claimMail({ lines }: Sample): Claim | null {
  const head = lines.slice(0, 40);
  if (
    !MAIL.test(head[0] ?? '') ||
    !/^(?:Received|Return-Path|From|Delivered-To|Message-ID|MIME-Version|Date|Subject|To|DKIM-Signature):/iu.test(head[0] ?? '')
  )
    return null;
  const names = new Set(head.filter((line) => MAIL.test(line)).map((line) => line.split(':', 1)[0]?.toLowerCase()));
  const sent = names.has('message-id') || names.has('received') || names.has('mime-version');
  return names.size >= 3 && names.has('from') && sent ? { typeId: 'eml', confidence: 0.96 } : null;
}

/** `digest  name` lines, as of sha256sum(1). */
function claimChecksums({ lines }: Sample): Claim | null {
  const isList = lines.every((line) => /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}) [ *]\S/u.test(line));
  return isList ? { typeId: 'sum', confidence: 0.95 } : null;
}

/** Settings between two lines of dashes, followed by a page. */
function claimFrontMatter({ lines }: Sample): Claim | null {
  if (lines[0] !== '---' || !/^[\w-]+:/u.test(lines[1] ?? '')) return null;
  const end = lines.indexOf('---', 2);
  const settings = lines.slice(1, end);
  if (end < 0 || !settings.every((line) => /^(?:[\w-]+:(?:\s|$)|\s|- |#)/u.test(line))) return null;
  const next = lines[end + 1] ?? '';
  return /^[\w-]+:(?:\s|$)|^(?:apiVersion|kind)\b/u.test(next) || next === '' ? null : { typeId: 'markdown', confidence: 0.95 };
}

const FRAME =
  /^\s+at (?:[\w$.<>/]+\(|[\w.]+\.\w+ )|^Traceback \(most recent call last\)|^\s+File ".*", line \d+|^\s*(?:Caused by: )?[\w.]+(?:Error|Exception)(?::\s|$)|^goroutine \d+ \[|^thread '.*' panicked at|^\s+\d+: (?:0x[0-9a-f]+ - )?\w+::/u;
const ENTRY =
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\w{3} +\d+ \d\d:\d\d:\d\d |^\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\]?[: ]|^\S+ \S+ \S+ \[\d\d\/\w{3}\/\d{4}:/u;

/** `    at new Thing (/srv/app/thing.js:10:15)`: a place in a file, without blanks. */
function isPlacedFrame(line: string): boolean {
  const said = /^\s+at /u.exec(line)?.[0];
  if (said === undefined) return false;
  const words = line.slice(said.length).split(/\s+/u);
  return words.some((word) => {
    const before = word.search(/[:(]/u);
    return before >= 0 && /:\d/u.test(word.slice(before + 1));
  });
}

function isRow(line: string): boolean {
  return /,[^,\s]*,|\t[^\t]*\t/u.test(line);
}

/** Output of programs: it quotes code, and is not code. */
function claimTold({ lines }: Sample): Claim | null {
  if (lines.length < 2) return null;
  if (hasShare(lines, (line) => FRAME.test(line) || isPlacedFrame(line), 0.5)) return { typeId: 'stacktrace', confidence: 0.96 };
  const isLog = hasShare(lines, (line) => ENTRY.test(line), 0.6) && !hasShare(lines, isRow, 0.9);
  return isLog ? { typeId: 'log', confidence: 0.96 } : null;
}

/** A word, a number, an address, a path, a few signs: without a type, and not worth a guess of the model. */
function claimScrap({ text: all, lines }: Sample): Claim | null {
  const isOneLineAgainAndAgain = lines.length > 1 && lines.every((line) => line === lines[0]);
  const text = isOneLineAgainAndAgain ? (lines[0] ?? '') : all;
  const isScrap = text.length <= 3 || /^[\p{L}\p{N}\p{M}_.,@:/\\?&=#%+~$€£*!-]+$/u.test(text.slice(0, 4_096));
  return isScrap && !/\s/u.test(text) ? { typeId: 'txt', confidence: 0.3 } : null;
}

/** Letters and digits in lines of one length, as base64 has them: without the frame of a key or a certificate nobody can tell what they are. */
function claimBase64({ lines }: Sample): Claim | null {
  const [first = ''] = lines;
  const isBase64 =
    first.length >= shortestBase64 &&
    /[A-Z]/u.test(first) &&
    /[a-z]/u.test(first) &&
    /\d/u.test(first) &&
    lines.every(
      (line, at) =>
        /^[A-Za-z\d+/_-]+={0,2}$/u.test(line) && (line.length === first.length || (at === lines.length - 1 && line.length < first.length)),
    );
  return isBase64 ? { typeId: 'txt', confidence: 0.3 } : null;
}

const shortestBase64 = 40;

/** A line that calls functions of browsers or Node.js, which few other languages write the same way: nearly always JavaScript. */
function claimJavaScriptLine({ text }: Sample): Claim | null {
  const called =
    /^(?:await |return )?(?:console\.(?:log|error|warn|info|debug|table)|JSON\.(?:parse|stringify)|document\.(?:getElementById|querySelector(?:All)?|createElement|addEventListener)|Object\.(?:keys|values|entries|assign|freeze))\(/u.exec(
      text,
    )?.[0];
  if (called === undefined || text.length > longestCall || /\n|->/u.test(text)) return null;
  return isCallsEnd(text.slice(called.length)) ? { typeId: 'javascript', confidence: 0.9 } : null;
}

const longestCall = 600;
const longestArguments = 300;
/** What is called on the result. */
const longestChain = 200;

/** Arguments, a closing parenthesis, and what may follow: nothing, or a call on the result. It does not matter which parenthesis it is. */
function isCallsEnd(text: string): boolean {
  for (let at = text.indexOf(')'); at >= 0 && at <= longestArguments; at = text.indexOf(')', at + 1)) {
    const rest = text.slice(at + 1);
    if (rest === '' || rest === ';') return true;
    if (/^\.\w/u.test(rest) && rest.length - '.x'.length - (rest.endsWith(';') ? 1 : 0) <= longestChain) return true;
  }
  return false;
}

/** A header row, followed by a row of dashes with as many cells (GitHub Flavored Markdown 4.10). */
function claimMarkdownTable({ lines: [head = '', rule = ''] }: Sample): Claim | null {
  const cells = (line: string): readonly string[] =>
    line
      .trim()
      .replace(/^\||\|$/gu, '')
      .split('|');
  const dashes = cells(rule);
  const isRule = dashes.length > 1 && dashes.every((cell) => /^\s*:?-{2,}:?\s*$/u.test(cell));
  return isRule && head.includes('|') && cells(head).length === dashes.length ? { typeId: 'markdown', confidence: 0.96 } : null;
}

const RULES: readonly Rule[] = [
  claimBeginning,
  claimShebang,
  claimTold,
  claimJson,
  claimDiff,
  claimInclude,
  claimMarkup,
  claimMail,
  claimDockerfile,
  claimMakefile,
  claimChecksums,
  claimFrontMatter,
  claimMarkdownTable,
  claimTable,
  claimSql,
  claimCommandLine,
  claimJavaScriptLine,
  claimScrap,
  claimBase64,
];
