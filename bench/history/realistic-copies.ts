/**
 * Copies as people make them, the same ones for each seed: code and documentation (passages of Hub's own files), prose in several languages,
 * addresses, log lines and lists of files, from several applications over three years. A text has about 300 characters on average; most are short
 * and a few are long. Each has a word of its own, so that there are rare words.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FilledCopy } from '../measuring/filled-journal.ts';
import { oneOf, randomFrom } from '../soak/random.ts';

const root = path.join(import.meta.dirname, '../..');

/** Beside words of their own, each sentence has these. */
const words = {
  english:
    'the of and to in that was for it with as his on be at by had not are but from or have they which one you were all her she there would their we him been has when who will no more if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through years where much your way well down should because each just those people how too little state good very make world still own see men work long here get both between life being under never day same another know while last might us great old year off come since against go came right used take three'.split(
      ' ',
    ),
  german:
    'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde Straße Größe Übung schließlich Gebäude grüßen heißt Fußgänger Änderung möglich während außerdem Schlüssel'.split(
      ' ',
    ),
  french:
    'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son été café élève être déjà après où même très français année côté état fenêtre réponse première problème système société général façon leçon garçon hôtel'.split(
      ' ',
    ),
  russian:
    'и в не на что он с как это по но они мы все она так его за от из у же бы для вы до был быть время когда человек дело жизнь день рука работа слово место лицо друг глаз вопрос дом сторона страна мир случай ребёнок конец город отец объект счёт'.split(
      ' ',
    ),
  chinese:
    '我们 今天 开始 学习 一个 问题 系统 文件 数据 网络 北京 上海 时间 工作 公司 中国 可以 没有 使用 已经 如果 需要 进行 因为 所以 这个 那个 用户 程序 代码 剪贴板 管理 设置 保存 搜索 历史 记录 内容 方法 结果'.split(
      ' ',
    ),
  japanese:
    'これは それは 今日は 東京 大阪 会議 資料 確認 お願い します しました について 検索 履歴 保存 設定 ファイル データ システム 日本語 テキスト クリップボード 機能 開発 使用 問題 場合 情報 必要 結果 ありがとう ございます'.split(
      ' ',
    ),
} as const;
type Language = keyof typeof words;

const apps = [
  ['Visual Studio Code', '/usr/share/code/code'],
  ['Firefox', '/usr/lib/firefox/firefox'],
  ['Chromium', '/usr/lib/chromium/chromium'],
  ['Terminal', '/usr/bin/gnome-terminal'],
  ['Slack', '/usr/lib/slack/slack'],
  ['Thunderbird', '/usr/bin/thunderbird'],
  ['LibreOffice Writer', '/usr/lib/libreoffice/program/soffice.bin'],
  ['Files', '/usr/bin/nautilus'],
  ['KeePassXC', '/usr/bin/keepassxc'],
  ['Krita', '/usr/bin/krita'],
] as const;
const sites = [
  'github.com',
  'developer.mozilla.org',
  'en.wikipedia.org',
  'news.example.org',
  'docs.python.org',
  'shop.example.net',
] as const;

/** The seed of this form of the data: other data would not be comparable with earlier figures. */
const seed = 20_261_123;
const firstAtMs = Date.UTC(2024, 0, 1);
const lastAtMs = Date.UTC(2026, 10, 20);

type Shape = Pick<FilledCopy, 'text'> & { readonly type: readonly [typeId: string, group: string, extension: string, mediaType: string] };
type Random = () => number;

/** Makes the copy with a number from 1 to `count`; their times are spread over the whole span. */
export function realisticCopies(count: number): (id: number) => FilledCopy {
  const passages = { code: passagesOf('src', '.ts'), markdown: passagesOf('docs', '.md') };
  return (id) => {
    const random = randomFrom(seed + Math.imul(id, 2_654_435_761));
    const isFiles = random() < 0.03;
    const { text, type } = isFiles ? files(random) : oneShape(random, passages);
    const [appName, executable] = oneOf(apps, () => random() ** 2);
    const isWeb = appName === 'Firefox' || appName === 'Chromium';
    const page = `https://${oneOf(sites, random)}/${rareWord(random)}/${rareWord(random)}`;
    const [typeId, group, extension, mediaType] = type;
    return {
      kind: isFiles ? 'files' : 'text',
      text,
      mediaType: isFiles ? 'text/uri-list' : 'text/plain',
      copiedAtMs: Math.round(firstAtMs + ((lastAtMs - firstAtMs) * id) / count),
      detection: { typeId, group, extension, mediaType },
      app: { name: appName, executable, windowTitle: `${rareWord(random)} – ${appName}` },
      source: isWeb
        ? { type: 'web', name: `${rareWord(random)} – ${appName}`, path: page }
        : { type: 'local', name: appName, path: executable },
    };
  };
}

function oneShape(random: Random, passages: { readonly code: readonly string[]; readonly markdown: readonly string[] }): Shape {
  const what = random();
  const length = lengthOf(random);
  const own = rareWord(random);
  if (what < 0.3) {
    const python = random() < 0.15;
    const text = `${python ? `def ${own}(self):` : `const ${own} = null;`}\n${passageOf(passages.code, length, random)}`;
    return { text, type: python ? ['python', 'code', '.py', 'text/x-python'] : ['typescript', 'code', '.ts', 'text/typescript'] };
  }
  if (what < 0.42)
    return { text: `# ${own}\n${passageOf(passages.markdown, length, random)}`, type: ['markdown', 'text', '.md', 'text/markdown'] };
  if (what < 0.5)
    return {
      text: `https://${oneOf(sites, random)}/${own}/${Math.floor(random() * 1e6)}?q=${rareWord(random)}`,
      type: ['txt', 'text', '.txt', 'text/plain'],
    };
  if (what < 0.58) return { text: logLines(length, random), type: ['log', 'text', '.log', 'text/plain'] };
  if (what < 0.64)
    return {
      text: JSON.stringify({ id: Math.floor(random() * 1e9), name: own, tags: sentence('english', 40, random).split(' ') }, null, 2),
      type: ['json', 'code', '.json', 'application/json'],
    };
  const language: Language =
    what < 0.78
      ? 'english'
      : what < 0.83
        ? 'german'
        : what < 0.87
          ? 'french'
          : what < 0.91
            ? 'russian'
            : what < 0.96
              ? 'chinese'
              : 'japanese';
  return { text: `${sentence(language, length, random)} ${own}`, type: ['txt', 'text', '.txt', 'text/plain'] };
}

function files(random: Random): Shape {
  const names = Array.from(
    { length: 1 + Math.floor(random() ** 3 * 20) },
    () => `file:///home/me/${rareWord(random)}/${rareWord(random)}.pdf`,
  );
  return { text: `${names.join('\r\n')}\r\n`, type: ['pdf', 'document', '.pdf', 'application/pdf'] };
}

/** Many short ones, some long ones: 300 on average. */
function lengthOf(random: Random): number {
  const which = random();
  if (which < 0.5) return 10 + Math.floor(random() * 90);
  if (which < 0.9) return 100 + Math.floor(random() * 400);
  return 500 + Math.floor(random() ** 2 * 3_000);
}

function logLines(length: number, random: Random): string {
  const lines: string[] = [];
  for (let made = 0; made < length; made += lines.at(-1)?.length ?? 1) {
    const at = new Date(firstAtMs + Math.floor(random() * 9e10)).toISOString();
    const address = `192.168.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`;
    lines.push(
      `${at} ${oneOf(['INFO', 'WARN', 'ERROR', 'DEBUG'], random)} [${rareWord(random)}] ${address} request took ${Math.floor(random() * 2_000)} ms`,
    );
  }
  return lines.join('\n');
}

function sentence(language: Language, length: number, random: Random): string {
  const between = language === 'chinese' || language === 'japanese' ? '' : ' ';
  const characters = between === '' ? length / 2 : length;
  let text = '';
  // The first words of a list are the common ones.
  while (text.length < characters)
    text += oneOf(words[language], () => random() ** 2) + (random() < 0.08 ? (between === '' ? '。' : '. ') : between);
  return text;
}

const syllables =
  'ba be bi bo da de di do fa fe fi ga ge gi go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi za zo'.split(
    ' ',
  );

/** One of six million words. */
function rareWord(random: Random): string {
  return Array.from({ length: 4 }, () => oneOf(syllables, random)).join('');
}

function passageOf(passages: readonly string[], length: number, random: Random): string {
  const passage = oneOf(passages, random);
  const start = passage.indexOf('\n', Math.floor(random() * Math.max(1, passage.length - length))) + 1;
  return passage.slice(start, start + length);
}

function passagesOf(folder: string, extension: string): readonly string[] {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension));
  return names
    .toSorted()
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8'))
    .filter((text) => text.length > 2_000);
}
