/**
 * How much of the text of a document is found, in each format: LibreOffice makes the documents and its own export of their text; `pdftotext` reads the PDFs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { extractionOptions } from '../../src/contract/extraction.ts';
import { Extractor } from '../../src/extraction/extractor.ts';
import { ChildMemory } from '../../test/harness/child-memory.ts';
import type { Report } from '../measuring/report.ts';
import { calcSource, impressSource, writerSource } from './sources.ts';

const rounds = 3;
const convertMs = 240_000;
const target = 0.98;
const utf8Text = 'txt:Text (encoded):UTF8';
const utf8Table = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';

/** Without Impress, Writer opens its documents as text. */
const rawSource = 'office:mimetype';

interface Made {
  readonly format: string;
  readonly file: string;
  readonly reference: string;
  readonly by: string;
}

/** In a folder for its files. Reports that nothing was measured without LibreOffice or `pdftotext`. */
export async function measureRecall(report: Report, folder: string): Promise<void> {
  if (!isInstalled('soffice') || !isInstalled('pdftotext'))
    return report.note('Recall was not measured: it needs LibreOffice (soffice) and pdftotext.');
  const made = madeDocuments(folder);
  const rows = [];
  let worst = 1;
  for (const { format, file, reference, by } of made) {
    if (!existsSync(file) || reference.includes(rawSource)) {
      report.note(`${format} was not measured: this LibreOffice lacks the program for it.`);
      continue;
    }
    const { text, ms, firstMs, peak } = await extracted(file);
    const { recall, extra } = compared(text, reference);
    worst = Math.min(worst, recall);
    rows.push([format, by, recall.toFixed(4), extra.toFixed(4), firstMs, ms, peak]);
  }
  report.table('Words found in generated documents', ['', 'beside', 'recall', 'words more', 'first ms', 'next ms', 'peak MB'], rows);
  report.target({ what: 'recall of the worst format', figure: worst, limit: target, better: 'higher', unit: '' });
}

function isInstalled(program: string): boolean {
  return spawnSync(program, [program === 'pdftotext' ? '-v' : '--version'], { stdio: 'ignore' }).status === 0;
}

function madeDocuments(folder: string): readonly Made[] {
  const sources = { text: writerSource(12), sheet: calcSource(400), slides: impressSource(20) };
  const endings = { text: 'fodt', sheet: 'fods', slides: 'fodp' } as const;
  for (const [name, content] of Object.entries(sources))
    writeFileSync(path.join(folder, `${name}.${endings[name as keyof typeof endings]}`), content);
  const convert = (from: string, to: string, out = ''): string => {
    const outFolder = path.join(folder, out);
    mkdirSync(outFolder, { recursive: true });
    const words = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      to,
      '--outdir',
      outFolder,
      path.join(folder, from),
    ];
    spawnSync('soffice', words, { stdio: 'ignore', timeout: convertMs });
    return path.join(outFolder, `${path.parse(from).name}.${to.split(':')[0]}`);
  };
  const pdfText = (pdf: string): string => spawnSync('pdftotext', ['-enc', 'UTF-8', pdf, '-'], { maxBuffer: 1e8 }).stdout.toString();
  const text = readFileSync(convert('text.fodt', utf8Text, 'reference'), 'utf8');
  const table = readFileSync(convert('sheet.fods', utf8Table, 'reference'), 'utf8');
  const writer = ['docx', 'odt', 'rtf', 'epub', 'html'].map((to) => ({
    format: to,
    file: convert('text.fodt', to),
    reference: text,
    by: 'LibreOffice’s text',
  }));
  const sheets = ['xlsx', 'xls', 'ods'].map((to) => ({
    format: to,
    file: convert('sheet.fods', to),
    reference: table,
    by: 'LibreOffice’s CSV',
  }));
  const pdfs = ['text.fodt', 'sheet.fods', 'slides.fodp'].map((from) => convert(from, 'pdf'));
  const slides = ['pptx', 'odp'].map((to) => ({
    format: to,
    file: convert('slides.fodp', to),
    reference: pdfText(pdfs[2] ?? ''),
    by: 'pdftotext of its PDF',
  }));
  const ofPdfs = pdfs.map((file) => ({ format: `pdf of ${path.parse(file).name}`, file, reference: pdfText(file), by: 'pdftotext' }));
  return [...ofPdfs, ...writer, ...sheets, ...slides];
}

async function extracted(file: string) {
  using memory = new ChildMemory();
  using extractor = new Extractor();
  const order = { path: file, options: extractionOptions.parse({}) };
  const times: number[] = [];
  let text = '';
  for (let round = 0; round <= rounds; round += 1) {
    const begunMs = performance.now();
    const found = await extractor.extract({ order });
    times.push(Math.round(performance.now() - begunMs));
    text = found.ok ? found.value.text : '';
  }
  const [firstMs = 0, ...others] = times;
  return { text, firstMs, ms: Math.min(...others), peak: memory.peakMegabytes };
}

/** Words as often as they occur; of Chinese and Japanese, whose programs break lines anywhere, each character. */
function compared(text: string, reference: string): { readonly recall: number; readonly extra: number } {
  const [ours, theirs] = [counted(text), counted(reference)];
  let [found, all, own] = [0, 0, 0];
  for (const [word, times] of theirs) {
    all += times;
    found += Math.min(times, ours.get(word) ?? 0);
  }
  for (const times of ours.values()) own += times;
  return { recall: all === 0 ? 0 : found / all, extra: own === 0 ? 0 : (own - found) / own };
}

function counted(text: string): ReadonlyMap<string, number> {
  const words = text.normalize('NFKC').match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
