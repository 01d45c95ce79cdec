/** The encodings of RTF, as the WHATWG calls them. Null for one that no decoder here knows. */

const codePages: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  850: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  21866: 'koi8-u',
  65001: 'utf-8',
};
const charsets: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

export function encodingOfCodePage(codePage: number): string | null {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  return codePages[codePage] ?? null;
}

/** By `\fcharset` of a font. */
export function encodingOfCharset(charset: number): string | null {
  const codePage = charsets[charset];
  return codePage === undefined ? null : encodingOfCodePage(codePage);
}
