/** Types that a grammar or a fixed beginning decides. Each rule looks at the sample and claims one type or nothing; the first one wins. */
import { claimJson } from './json.ts';
import { claimMarkup } from './markup.ts';
import type { Claim, Sample } from './sample.ts';
import { shareOf } from './sample.ts';

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
  [/^@echo off\b/iu, 'batch', 0.97],
  [/^cmake_minimum_required\s*\(/iu, 'cmake', 0.97],
  [/^(?:\/\/[^\n]*\n\s*)*pragma solidity\b/u, 'solidity', 0.97],
  [/^msgid "[^\n]*\nmsgstr "|^#[^\n]*\nmsgid ""/u, 'po', 0.95],
  [/^@(?:article|book|inproceedings|misc|phdthesis|techreport|online|incollection)\s*\{\s*[\w:./-]+,/iu, 'bib', 0.97],
  [/^solid [^\n]*\n\s*facet normal /u, 'stltext', 0.97],
  [/^(?:import "[\w.]+"\s+)?(?:private |global )*rule \w+(?:\s*:[\w ]+)?\s*\{\s*(?:meta|strings|condition):/u, 'yara', 0.95],
];

function claimBeginning({ text }: Sample): Claim | null {
  const start = text.slice(0, 512);
  const found = BEGINNINGS.find(([beginning]) => beginning.test(start));
  return found ? { typeId: found[1], confidence: found[2] } : null;
}

/** What interprets a script. Versions (`python3.12`) don't matter. */
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
  const typeId = INTERPRETERS[interpreter] ?? INTERPRETERS[interpreter.replace(/[\d.]+$/u, '')];
  return typeId === undefined ? null : { typeId, confidence: 0.98 };
}

const HUNK = /^@@@? -\d+(?:,\d+)? .*\+\d+(?:,\d+)? @@/u;

/** Patches, and parts of them: a hunk's head with changed lines behind it is enough. */
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

/** At least two instructions, and nothing on the left margin but instructions, comments and the rest of a long one. */
function claimDockerfile({ lines }: Sample): Claim | null {
  const own = lines.filter((line, index) => !/^\s*#|^\s/u.test(line) && !/\\$/u.test(lines[index - 1] ?? ''));
  const instructions = own.filter((line) => INSTRUCTION.test(line)).map((line) => line.split(/\s/u, 1)[0]);
  if (new Set(instructions).size < 2 || instructions.length / own.length < 0.8) return null;
  const from = /^FROM\s+(?:--platform=\S+\s+)?[\w$./:@{}-]+(?:\s+(?:AS|as)\s+\S+)?$/u.test(own.find((line) => /^FROM/u.test(line)) ?? '');
  return { typeId: 'dockerfile', confidence: from ? 0.97 : 0.85 };
}

/** A target with a recipe behind a tab, or what only make(1) understands. */
function claimMakefile({ lines }: Sample): Claim | null {
  const recipe = lines.some(
    (line, index) => line.startsWith('\t') && /^[\w./$()%-][\w./$()% -]*::?(?!=)[^=;{]*$/u.test(lines[index - 1] ?? ''),
  );
  const own = lines.filter((line) => /^\.PHONY\s*:|^(?:ifn?eq|ifn?def)\b.*|^[\w.]+\s*[:?+]=\s|\$\([A-Z_]+\)|\$[@<^*]/u.test(line)).length;
  const strange = lines.some((line) => /[{;]\s*$|^\s*(?:def|class|if|for|while)\b.*:$/u.test(line) && !line.startsWith('\t'));
  if (lines.some((line) => /^\.PHONY\s*:/u.test(line))) return { typeId: 'makefile', confidence: 0.96 };
  if (!recipe || strange) return null;
  if (own > 0) return { typeId: 'makefile', confidence: 0.95 };
  const target = lines.some((line, index) => /^[a-z][\w./-]*:(?: [\w./-]+)*$/u.test(line) && /^\t[@a-z.]/u.test(lines[index + 1] ?? ''));
  return target ? { typeId: 'makefile', confidence: 0.75 } : null;
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
  if (names.size < 3 || !names.has('from')) return null;
  return { typeId: 'eml', confidence: names.has('message-id') || names.has('received') || names.has('mime-version') ? 0.96 : 0.8 };
}

/** `digest  name` lines of sha256sum(1) and its like. */
function claimChecksums({ lines }: Sample): Claim | null {
  const share = shareOf(lines, /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}) [ *]\S/u);
  return share === 1 ? { typeId: 'sum', confidence: 0.95 } : null;
}

const GENERIC_LICENSE =
  /^(?:The )?(?:MIT License|Apache License|BSD \d-Clause|GNU (?:LESSER |AFFERO )?GENERAL PUBLIC LICENSE|Mozilla Public License|ISC License)\b/iu;

function claimLicense({ text, lines }: Sample): Claim | null {
  const begins = GENERIC_LICENSE.test(text) && lines.length >= 3;
  const grants = text.slice(0, 4_096).includes('Permission is hereby granted, free of charge') && !/^(?:\/\*|\/\/|#|<)/u.test(text);
  return begins || grants ? { typeId: 'license', confidence: 0.9 } : null;
}

const FRAME =
  /^\s+at (?:[\w$.<>/]+\(|.*[:(]\S*:\d+|[\w.]+\.\w+ )|^Traceback \(most recent call last\)|^\s+File ".*", line \d+|^\s*(?:Caused by: )?[\w.]+(?:Error|Exception)\b|^goroutine \d+ \[|^thread '.*' panicked at|^\s+\d+: (?:0x[0-9a-f]+ - )?\w+::/u;
const LOG =
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\w{3} +\d+ \d\d:\d\d:\d\d |^\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\]?[: ]|^\S+ \S+ \S+ \[\d\d\/\w{3}\/\d{4}:/u;

/** Stack traces and logs have no label: they are plain text, for all the code that they quote. */
function claimPlain({ lines }: Sample): Claim | null {
  if (lines.length < 2) return null;
  const table = shareOf(lines, /,[^,\s]*,|\t.*\t/u) > 0.9;
  return shareOf(lines, FRAME) >= 0.5 || (shareOf(lines, LOG) > 0.6 && !table) ? { typeId: 'txt', confidence: 0.9 } : null;
}

const RULES: readonly Rule[] = [
  claimBeginning,
  claimShebang,
  claimPlain,
  claimJson,
  claimDiff,
  claimMarkup,
  claimMail,
  claimDockerfile,
  claimMakefile,
  claimChecksums,
  claimLicense,
];
