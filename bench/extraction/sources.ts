/** Documents for the bench, as flat OpenDocument files: LibreOffice makes the other formats from them. */

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespaces = [
  ['office', 'office'],
  ['text', 'text'],
  ['table', 'table'],
  ['draw', 'drawing'],
  ['style', 'style'],
  ['presentation', 'presentation'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  )
  .join(' ');

/** One sentence per language that Hub's users write in. */
const sentences = [
  'High water comes twice a day, and the spring tide after the full moon is higher than the others of that month.',
  'Das Hochwasser kommt zweimal täglich, größer ist die Springtide nach Vollmond; Bäume, Öfen und Übungen ändern daran nichts.',
  'La marée haute revient deux fois par jour, et l’œil exercé voit où la côte s’arrête après les grandes marées d’équinoxe.',
  'La marea alta llega dos veces al día, y el año pasado el muelle quedó cubierto hasta el último peldaño.',
  'Vysoká voda přichází dvakrát denně a příliš žluťoučký kůň úpěl ďábelské ódy u přístavu.',
  'Прилив бывает дважды в день, и после полнолуния вода поднимается выше обычного уровня.',
  'Η πλημμυρίδα έρχεται δύο φορές την ημέρα και μετά την πανσέληνο είναι ψηλότερη.',
  '高潮每天出现两次，满月之后的大潮比这个月的其他潮水更高。',
  '満潮は一日に二度あり、満月のあとの大潮はその月のほかの潮より高くなる。',
  'const height = (hours: number): number => 4.2 * Math.sin((hours / 12.42) * 2 * Math.PI); // metres above LAT',
];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const numbered = (text: string, number: number): string => `${escaped(text)} (${number * 37})`;

/** Headings, paragraphs with notes, lists and tables, and a heading and a foot on each page. */
export function writerSource(chapters: number): string {
  const chapter = (number: number): string => {
    const cells = (row: number): string =>
      [0, 1, 2].map((column) => `<table:table-cell><text:p>cell${number}x${row}x${column}</text:p></table:table-cell>`).join('');
    const note = `<text:note text:note-class="footnote"><text:note-citation>${number}</text:note-citation><text:note-body><text:p>Note number ${number} about moorings</text:p></text:note-body></text:note>`;
    return (
      `<text:h text:outline-level="1">Chapter ${number}: harbours &amp; tides</text:h>` +
      sentences.map((sentence, at) => `<text:p>${numbered(sentence, number * 100 + at)}${at === 3 ? note : ''}</text:p>`).join('') +
      `<text:list>${sentences.map((sentence) => `<text:list-item><text:p>${escaped(sentence.slice(0, 40))}</text:p></text:list-item>`).join('')}</text:list>` +
      `<table:table><table:table-column table:number-columns-repeated="3"/>${[1, 2, 3].map((row) => `<table:table-row>${cells(row)}</table:table-row>`).join('')}</table:table>`
    );
  };
  const styles =
    '<office:automatic-styles><style:page-layout style:name="pm"><style:page-layout-properties fo:margin="2cm" fo:page-width="21cm" fo:page-height="29.7cm"/><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles>' +
    '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm"><style:header><text:p>Almanac of the harbourmaster</text:p></style:header><style:footer><text:p>Imprint of the almanac</text:p></style:footer></style:master-page></office:master-styles>';
  const body = Array.from({ length: chapters }, (_, at) => chapter(at + 1)).join('');
  return flat('text', body, styles);
}

/** Two sheets of names, numbers, shares and dates. */
export function calcSource(rows: number): string {
  const cell = (type: string, value: string, shown: string): string =>
    `<table:table-cell office:value-type="${type}" ${value}><text:p>${escaped(shown)}</text:p></table:table-cell>`;
  const row = (number: number): string =>
    `<table:table-row>${cell('string', '', sentences[number % sentences.length] ?? '')}${cell('float', `office:value="${number * 1.5}"`, String(number * 1.5))}${cell('string', '', `harbour${number}`)}</table:table-row>`;
  const sheet = (name: string): string =>
    `<table:table table:name="${name}">${Array.from({ length: rows }, (_, at) => row(at + 1)).join('')}</table:table>`;
  return flat('spreadsheet', sheet('Tides'));
}

/** A slide for each sentence, with a title. */
export function impressSource(slides: number): string {
  const frame = (y: number, text: string): string =>
    `<draw:frame svg:width="22cm" svg:height="3cm" svg:x="2cm" svg:y="${y}cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const slide = (number: number): string =>
    `<draw:page draw:name="page${number}" draw:master-page-name="m">${frame(1, `Slide ${number} of the almanac`)}${sentences
      .slice(0, 4)
      .map((sentence, at) => frame(5 + at * 3, numbered(sentence, number * 10 + at)))
      .join('')}</draw:page>`;
  const styles =
    '<office:automatic-styles><style:page-layout style:name="pm"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="m" style:page-layout-name="pm"/></office:master-styles>';
  return flat('presentation', Array.from({ length: slides }, (_, at) => slide(at + 1)).join(''), styles);
}

function flat(kind: string, body: string, styles = ''): string {
  return `${declaration}<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">${styles}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;
}
