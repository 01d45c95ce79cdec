/** Lists in a text: with bullets or numbers, in levels by their indentation, with boxes to tick; as Markdown, mails and notes have them. */
import { type ListBlock, structureLimits } from '../../contract/structured-text.ts';
import { indentationOf, linesOf, type TextPart } from './text-lines.ts';

type Item = ListBlock['items'][number];

interface OpenList {
  readonly items: Item[];
  readonly offset: number;
  /** The indentation of each level, from the outermost. */
  readonly levels: number[];
  /** Of the last item: a line that is further in belongs to it. */
  indentation: number;
  isAfterBlank: boolean;
}

const bullet = /^([-*+•‣◦▪–·●○■]|\d{1,9}[.)]|[a-zA-Z][.)]|[（(]\d{1,3}[）)]|\d{1,3}、)(?:[ \t\u3000]{1,8}|(?<=[、）•·●○■]))(?=\S)/u;
const box = /^\[([ xX✓✔])\][ \t]/u;
/** Of an item with its further lines, UTF-16 units. */
const longestItem = 4_096;
const mostLevels = 16;

/** Two items at least. Linear in the text. @param without parts that are no prose, such as code. */
export function listsIn(text: string, without: readonly TextPart[] = []): readonly ListBlock[] {
  const lists: ListBlock[] = [];
  let open: OpenList | null = null;
  let items = 0;
  const close = (): void => {
    if (open !== null && open.items.length > 1) lists.push({ items: open.items, offset: open.offset });
    open = null;
  };
  for (const { text: line, offset } of linesOf(text, without)) {
    if (items >= structureLimits.things) break;
    const list: OpenList | null = open;
    const content = line.trim();
    if (content === '') {
      if (list?.isAfterBlank) close();
      else if (list !== null) list.isAfterBlank = true;
      continue;
    }
    const indentation = indentationOf(line);
    const marker = isRule(content) ? null : bullet.exec(content);
    if (marker !== null && (indentation < 4 || list !== null)) {
      const to: OpenList = list ?? { items: [], offset, levels: [], indentation, isAfterBlank: false };
      open = to;
      add(to, indentation, marker[1] ?? '', content.slice(marker[0].length));
      items += 1;
    } else if (list !== null && indentation > list.indentation) {
      continued(list, content);
    } else close();
  }
  close();
  return lists;
}

function add(list: OpenList, indentation: number, marker: string, content: string): void {
  while (list.levels.length > 1 && indentation < (list.levels.at(-1) ?? 0)) list.levels.pop();
  const innermost = list.levels.at(-1);
  // One blank more is not another level, but a mistake of somebody's hand.
  if (innermost === undefined || (indentation > innermost + 1 && list.levels.length < mostLevels)) list.levels.push(indentation);
  const ticked = box.exec(content);
  list.items.push({
    text: (ticked === null ? content : content.slice(ticked[0].length)).slice(0, longestItem).toWellFormed(),
    level: list.levels.length - 1,
    number: /\d/.test(marker) ? Number(marker.replaceAll(/\D/g, '')) : null,
    isDone: ticked === null ? null : ticked[1] !== ' ',
  });
  list.indentation = indentation;
  list.isAfterBlank = false;
}

function continued(list: OpenList, content: string): void {
  const last = list.items.at(-1);
  if (last !== undefined && last.text.length + content.length < longestItem)
    list.items[list.items.length - 1] = { ...last, text: `${last.text}${list.isAfterBlank ? '\n' : ' '}${content}`.toWellFormed() };
  list.isAfterBlank = false;
}

/** `---` and `* * *` (CommonMark, §4.1). */
function isRule(content: string): boolean {
  const sign = content[0] ?? '';
  if (!'-*_'.includes(sign) || content.length > 200) return false;
  return content.replaceAll(sign, '').trim() === '' && content.split(sign).length > 3;
}
