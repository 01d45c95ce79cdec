/** Small PDF files made by code (ISO 32000-1, §7), also ones that are endless. */

/** Objects by their number, from 1 on; the first is the catalog. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    places.push(at);
    parts.push(part);
    at += part.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.concat([
    ...parts,
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`),
  ]);
}

export function streamOf(content: string | Buffer, entries = ''): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`<</Length ${bytes.length}${entries}>>\nstream\n`), bytes, Buffer.from('\nendstream')]);
}

const fontOf = (name: string): string => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;

/** A page each, of lines; one without them has a bar, and no text layer. */
export function textPdf(pages: readonly (readonly string[])[], font: 'Helvetica' | 'Courier' = 'Helvetica'): Buffer {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    fontOf(font),
  ];
  for (const [at, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
      streamOf(`${lines.length === 0 ? '60 800 100 4 re f ' : ''}BT /F1 12 Tf 14 TL 60 780 Td\n${shown}\nET`),
    );
  }
  return pdfOf(objects);
}

export type StandardFont = 'Helvetica' | 'Helvetica-Bold' | 'Times-Roman' | 'Times-Bold' | 'Courier' | 'Courier-Bold';

/** A page of lines, each in a size of its own, in points. */
export function sizedTextPdf(lines: readonly (readonly [text: string, points: number])[], font: StandardFont): Buffer {
  const shown = lines.map(
    ([text, points]) => `/F1 ${points} Tf ${Math.round(points * 1.3)} TL T* (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj`,
  );
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    fontOf(font),
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>',
    streamOf(`BT 60 800 Td\n${shown.join('\n')}\nET`),
  ]);
}

/** A page that draws a form, which draws another ten times, and so on. */
export function contentBomb(levels: number): Buffer {
  const objects: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</X 6 0 R>>>>/Contents 4 0 R>>',
    streamOf('/X Do'),
    fontOf('Helvetica'),
  ];
  for (let level = 0; level < levels; level += 1) {
    const next = `/Resources<</XObject<</X ${7 + level} 0 R>>/Font<</F1 5 0 R>>>>`;
    objects.push(streamOf('/X Do '.repeat(10), `/Type/XObject/Subtype/Form/BBox[0 0 595 842]${next}`));
  }
  objects.push(streamOf('BT /F1 12 Tf (again) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>'));
  return pdfOf(objects);
}

/** So many pages, all of them the same object's siblings. */
export function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${3 + at} 0 R`).join(' ');
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>';
  return pdfOf(['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, ...Array<string>(count).fill(page)]);
}
