/** Markup languages for documents, and prose. */

import { isProse } from '../../learning/text-checks.ts';
import type { Kind } from '../kind.ts';

export const documentKinds: readonly Kind[] = [
  {
    label: 'asciidoc',
    beyond: true,
    form: 'prose',
    endings: 'adoc asciidoc asc',
    looks: /^(=+ \S|:[\w-]+:|\[[\w",=]+\])/m,
    unlike: /-----BEGIN PGP/,
  },
  { label: 'bib', form: 'data', endings: 'bib', looks: /@\w+\s*[{(]/ },
  { label: 'brf', form: 'data', endings: 'brf' },
  { label: 'dot', beyond: true, form: 'code', endings: 'dot gv', looks: /\b(di)?graph\b[^{]*\{/i },
  { label: 'dtd', beyond: true, form: 'data', endings: 'dtd mod ent', looks: /<!(ELEMENT|ENTITY|ATTLIST)\b/ },
  { label: 'gherkin', beyond: true, form: 'prose', endings: 'feature', looks: /^\s*(Feature|Scenario|Fonctionnalité|Funktionalität):/m },
  {
    label: 'latex',
    form: 'prose',
    endings: 'tex sty ltx cls dtx',
    looks: /\\(documentclass|begin|section|usepackage|newcommand|def|Provides\w+|chapter|input|item)\b/,
  },
  { label: 'license', form: 'prose', names: /^(LICEN[SC]E|COPYING|UNLICENSE)([.-][\w.-]+)?$/i, looks: /licen[sc]e|copyright|permission/i },
  { label: 'lilypond', beyond: true, form: 'code', endings: 'ly ily', looks: /\\(version|relative|score|new|header|include|paper)/ },
  { label: 'man', beyond: true, form: 'prose', endings: '1 2 3 4 5 6 7 8 3pm 1p man', looks: /^\.(TH|Dd|SH)\s/m },
  {
    label: 'markdown',
    form: 'prose',
    endings: 'md markdown mdown',
    names: /\.md\.txt(\.gz)?$/,
    looks: /^(#+ |[-*] |\d+\. |```|> )|\]\(|^[=-]{3,}$/m,
  },
  { label: 'mht', form: 'data', endings: 'mht mhtml', looks: /^MIME-Version:/im },
  { label: 'org', beyond: true, form: 'prose', endings: 'org', looks: /^(\*+ |#\+)/m },
  { label: 'pod', beyond: true, form: 'prose', endings: 'pod', looks: /^=(head\d|over|item|encoding|pod)/m },
  {
    label: 'prose',
    beyond: true,
    form: 'prose',
    places:
      /\/(games\/fortunes\/(\w+\/)?[\w-]+|vim\d+\/tutor\/tutor(\.[\w.-]*utf-8)?|emacs\/[\d.]+\/etc\/tutorials\/TUTORIAL[\w.]*|mc\/hints\/mc\.hint[\w.]*|doc\/(installation-guide|debian-reference|debian-faq|maint-guide|developers-reference|anarchism|Debian)[\w./-]*\.txt)$/,
    looks: isProse,
  },
  {
    label: 'rdf',
    form: 'data',
    endings: 'rdf owl xml',
    looks: /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(\[[^\]]*\])?\s*>\s*)*<rdf:RDF/,
  },
  { label: 'rdoc', beyond: true, form: 'prose', endings: 'rd', looks: /^\\(name|title|usage|description)\{/m },
  { label: 'rst', form: 'prose', endings: 'rst rest', names: /\.rst\.txt(\.gz)?$/, looks: /^(\.\. |[=~*^"-]{4,}\s*$|:\w+:)|``/m },
  { label: 'rtf', form: 'data', endings: 'rtf', looks: /^\{\\rtf/ },
  { label: 'sgml', form: 'data', endings: 'sgml sgm', looks: /<[a-zA-Z!]/ },
  { label: 'texinfo', beyond: true, form: 'prose', endings: 'texi texinfo txi', looks: /^@(node|chapter|section|c|item|setfilename)\b/m },
  {
    label: 'txt',
    form: 'prose',
    endings: 'txt text utf-8 utf8',
    names: /^(README|INSTALL|TODO|NEWS|CHANGES|HACKING|BUGS|FAQ|THANKS|ChangeLog|changelog|ANNOUNCE)([.-](txt|(?!md$)[a-z]{2}))?$/,
    looks: isProse,
  },
];
