/**
 * Where the types of texts say what a text is called: the `name:` of a workflow, the `FN` of a contact card, the title of a page. And which of their
 * lines are only syntax. Each pattern is tried on a text of bounded length; none goes back over more than its own line.
 */
import { tableOfSql } from './table-of-sql.ts';

/** What is known of the texts of one type. */
export interface TypeNaming {
  /** In order of preference. The first group is the name, or the words of one. */
  readonly names: readonly RegExp[];
  /** Finds names that no pattern can, in order of preference. */
  readonly find: ((text: string) => readonly string[]) | null;
  /** Lines that say nothing, in any text of the type. */
  readonly syntax: RegExp | null;
  /** Lines that prepare what the text does: they name it only if it has no others. */
  readonly preparing: RegExp | null;
  /** What stands in a line before its words or between them, and is none of them. */
  readonly besides: RegExp | null;
  /** Whether a comment before everything says what the text is better than its names. */
  readonly commentFirst: boolean;
  /** Whether its outermost keys say what it is about. */
  readonly isJson: boolean;
}

const nothing: TypeNaming = { names: [], find: null, syntax: null, preparing: null, besides: null, commentFirst: false, isJson: false };

/** Ends of lines inside a value. */
const escapes = /\\[nNrt]/g;

const page = [/<title(?:\s[^<>]{0,200})?>([^<]{1,300})/i, /<h1(?:\s[^<>]{0,300})?>((?:[^<]|<(?!\/h1)){1,300})/i];

const keysOfYaml = [
  /^(?:name|title):[ \t]/gm,
  // `metadata:` of Kubernetes, `info:` of OpenAPI.
  /^ {2}(?:name|title):[ \t]/gm,
  /^- name:[ \t]/gm,
];
/** Without an anchor or a tag before it, of a block (`title: |`) the first line; neither a comment nor an alias. */
const valueOfYaml =
  /[ \t]{0,80}(?:[&!]\S{0,80}[ \t]{1,9}){0,2}(?:[|>][-+\d]{0,2}[ \t]{0,9}(?:#.{0,200})?\n{1,9}[ \t]{1,80})?([^\s#&!*|>].{0,200})/y;

function namesOfYaml(text: string): readonly string[] {
  return keysOfYaml.flatMap((key) => {
    const found = [...text.matchAll(key)].map(({ 0: whole, index }) => {
      valueOfYaml.lastIndex = index + whole.length;
      return valueOfYaml.exec(text)?.[1];
    });
    return found.find((name) => name !== undefined) ?? [];
  });
}

const rows: readonly (readonly [typeIds: string, naming: Partial<TypeNaming>])[] = [
  [
    'shell',
    {
      syntax:
        /^\s*(?:(?:set|shopt|setopt|emulate) [-+\w]|(?:then|else|fi|do|done|esac|exit|return|shift|break|wait)\b|IFS=|(?:if|elif|while|until|case|for)\s|\[\[? |(?:echo|printf) ['"]?usage\b)/i,
      preparing: /^\s*(?:cd|pushd|source|\.|umask|trap|unset|(?:export|readonly|declare|local|typeset)\s)|^\s*[A-Za-z_]\w{0,80}\+?=/,
      besides: /(?<=\s)--?[A-Za-z][\w-]{0,40}(?==|\s|$)/g,
    },
  ],
  [
    'batch',
    {
      syntax: /^\s*@?(?:echo (?:off|on)|setlocal|endlocal|chcp|cls|pause|exit|goto|if|for|\)|:)/i,
      preparing: /^\s*@?(?:set|cd|pushd|title)\s/i,
      besides: /^\s*@?rem\b/i,
    },
  ],
  [
    'powershell',
    {
      syntax: /^\s*(?:\[CmdletBinding|param\b|\[Parameter|\[[\w.[\]]{1,60}\]\s*\$|Set-StrictMode|begin\b|process\b|if\b)/i,
      preparing: /^\s*\$[\w:]{1,80}\s*=/,
    },
  ],
  ['python', { syntax: /^\s*(?:if __name__\s*==|try:|else:|pass$)/ }],
  [
    'yaml',
    {
      find: namesOfYaml,
      syntax: /^(?:apiVersion|kind|version|openapi|swagger|%YAML|schema_?version|\$schema):?\s|^(?:name|title):\s*(?:#.*)?$/i,
      besides: /\s#\s.*/,
    },
  ],
  ['toml', { names: [/^(?:name|title)\s{0,9}=\s{0,9}["']([^"'\n]{1,200})["']/m], syntax: /^\[build-system\]|^version\s*=/ }],
  ['ini', { names: [/^(?:Name|Description)=(\S.{0,200})/m], syntax: /^\[(?:Unit|Desktop Entry|general|default|settings)\]$/i }],
  [
    'markdown',
    {
      names: [/^---[ \t]*\n(?:[^\n]{0,300}\n){0,20}?title:[ \t]*(\S[^\n]{0,200})\n/],
      // The fences of code, and where its links lead.
      syntax: /^\s*(?:`{3,9}|~{3,9})[\w+#.-]{0,40}\s*$/,
      besides: /\]\((?:[^\s()]|\([^\s()]{0,200}\)){0,500}(?:\s(?:"[^"]{0,200}"|'[^']{0,200}'))?\)/g,
    },
  ],
  [
    'vcard',
    {
      names: [
        /^FN(?:;[^:\s]{0,200})?:([^\s=][^=\n\r\u2028\u2029]{0,200})$/im,
        /^N(?:;[^:\s]{0,200})?:([^\s=][^=\n\r\u2028\u2029]{0,200})$/im,
        /^(?:ORG|NICKNAME|EMAIL)(?:;[^:\s]{0,200})?:([^\s=][^=\n\r\u2028\u2029]{0,200})$/im,
      ],
      syntax: /^/,
      besides: escapes,
    },
  ],
  [
    'ics',
    {
      names: [/^X-WR-CALNAME(?:;[^:\s]{0,200})?:(\S.{0,200})/im, /^SUMMARY(?:;[^:\s]{0,200})?:(\S.{0,200})/im],
      syntax: /^/,
      besides: escapes,
    },
  ],
  [
    'eml',
    {
      names: [/^Subject:[ \t]*(\S.{0,200})/im],
      syntax: /^(?:Received|Return-Path|Delivered-To|DKIM-Signature|MIME-Version|X-[\w-]{1,60}):/i,
    },
  ],
  [
    'dockerfile',
    {
      names: [/^FROM\s{1,9}(?:--platform=\S{1,80}\s{1,9})?([^\s$]{1,200})/im],
      syntax: /^(?:ARG|ENV|LABEL|ONBUILD|WORKDIR|SHELL)\s|^#\s*(?:syntax|escape|check)=/i,
      commentFirst: true,
    },
  ],
  [
    'makefile',
    {
      names: [
        /^(?:NAME|PROJECT(?:_NAME)?|PACKAGE|BINARY|PROG(?:RAM)?|APP(?:_NAME)?)\s{0,9}[:?]{0,2}=\s{0,9}([^\s$#]{1,80})/m,
        /^\.PHONY\s{0,9}:\s{0,9}([^\s$].{0,200})/m,
        /^([A-Za-z][\w./-]{0,80})\s{0,9}::?(?!=)/m,
      ],
      commentFirst: true,
    },
  ],
  ['html', { names: page, syntax: /^\s*<!--\s*(?:saved from|\[if|google|build)/i }],
  ['svg', { names: [/<title(?:\s[^<>]{0,200})?>([^<]{1,300})/i] }],
  [
    'xml',
    {
      names: [
        /<(?:channel|feed)(?:\s[^<>]{0,300})?>\s{0,99}<title(?:\s[^<>]{0,200})?>([^<]{1,300})/,
        /<artifactId>([^<]{1,200})/,
        /^\s{0,99}<([A-Za-z][\w.-]{0,80}(?::[A-Za-z][\w.-]{0,80})?)[\s/>]/m,
      ],
    },
  ],
  ['appleplist', { names: [/<key>(?:CFBundleDisplayName|CFBundleName|Label)<\/key>\s{0,99}<string>([^<]{1,200})/] }],
  ['css scss less', { names: [/^\s{0,99}([.#][A-Za-z][\w-]{0,80})(?=[\s{,:.>+~[])/m], syntax: /^\s*@charset\b/i, commentFirst: true }],
  [
    'sql',
    {
      find: (text) => [tableOfSql(text) ?? ''],
      commentFirst: true,
      syntax:
        /^\s*(?:(?:begin|begin transaction|start transaction|commit|go|end)(?:;|$)|set (?:names|foreign_key_checks|sql_mode|time_zone|@|\w{1,40} ?=)|pragma\s|use [\w.`"[\]]{1,80}(?:;|$)|drop (?:table|view) if exists\s)/i,
    },
  ],
  [
    'diff',
    {
      names: [/^@@ [-+\d, ]{1,60} @@ (\S.{0,200})/m],
      syntax: /^(?:@@ [-+\d, ]{1,60} @@|index |new file|deleted file|similarity |old mode|new mode|--- |\+\+\+ )/,
    },
  ],
  [
    'log',
    {
      // The time, and a level that is no trouble.
      besides:
        /^\s*(?:[[(]?(?:\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)[\])]?)?(?:[\s|-]{0,9}(?:(?:INFO|DEBUG|TRACE)(?![\w-])|[[(<](?:INFO|DEBUG|TRACE|info|debug|trace)[\])>]))?|\[\d\d\/[A-Z][a-z]{2}\/\d{4}[^\]]{1,30}\]/g,
    },
  ],
  [
    'stacktrace',
    {
      names: [/^(?:Exception in thread "[^"\n]{0,80}" )?(?:[a-z][\w$]{0,60}\.){0,12}([A-Z]\w{0,80}: .{0,200})/m, /^Uncaught (\S.{0,200})/m],
    },
  ],
  ['latex', { names: [/\\title\{([^{}]{1,300})\}/], syntax: /^\s*\\(?:documentclass|usepackage|input|begin\{document|maketitle)/ }],
  ['bib', { names: [/^@\w{1,30}\{\s{0,9}([^,\s{}]{1,100}),/m] }],
  ['srt vtt', { syntax: /^(?:\d{1,6}|WEBVTT.*|\s*[\d:.,]{1,20} --> .*|NOTE\b.*)$/ }],
  ['ldif', { names: [/^(?:cn|displayName): (\S.{0,200})/im], syntax: /^version:/ }],
  ['winregistry', { names: [/^\[-?HKEY_[A-Z_]{1,40}\\([^\]\n\r\u2028\u2029]{1,200})/m], syntax: /^(?:Windows Registry Editor|REGEDIT4)/ }],
  ['internetshortcut', { names: [/^URL=(\S{1,1000})$/m], syntax: /^\[/ }],
  ['po', { names: [/^msgid "([^"\n]{1,200})"/m], syntax: /^(?:msgid|msgstr) ""|^"/, besides: escapes }],
  ['hcl', { names: [/^(?:resource|module|data) "([^"\n]{1,80}"(?: "[^"\n]{1,80})?)/m] }],
  ['json jsonl jsonc', { isJson: true }],
  ['ipynb', { names: [/"#{1,6} ([^"\\\n]{1,200})/] }],
];

const byType: ReadonlyMap<string, TypeNaming> = new Map(
  rows.flatMap(([typeIds, naming]) => typeIds.split(' ').map((typeId) => [typeId, { ...nothing, ...naming }] as const)),
);

export function namingOf(typeId: string | null): TypeNaming {
  return byType.get(typeId ?? '') ?? nothing;
}
