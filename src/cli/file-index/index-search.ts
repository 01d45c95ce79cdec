/** `hub index search QUERY`: files of the WorkSpaces, whoever wrote them. It reads the database, so it works with no Hub running. */
import { indexQuery } from '../../domain/indexing/index-words.ts';
import { say } from '../../domain/language/say.ts';
import { readIndex } from '../../file-index/index-summary.ts';
import { type IndexedFile, searchFiles, shownFile } from '../../file-index/search-files.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { formatTable, size } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { localTime } from './index-status.ts';

export function indexSearch(surface: Surface, words: string, options: { readonly limit: number; readonly json?: boolean }): ExitStatus {
  const query = indexQuery(words);
  if (query === null) return failedBecause(surface, say('search needs at least one word'), 'bad_request');
  const found = readIndex(surface.places.index, (index) => searchFiles(index, query, options.limit));
  if (found === null) return failedBecause(surface, say('there is no index yet; make one with: hub index refresh'), 'no_index');
  if (options.json) printJson(surface, { items: found.map(shownFile) });
  else if (found.length === 0) surface.print(say('No file contains all of these words.'));
  else for (const line of lines(surface, found)) surface.print(line);
  return 0;
}

function lines({ terminal }: Surface, found: readonly IndexedFile[]): readonly string[] {
  const rows = found.map((file) => [
    localTime(file.modifiedAtMs),
    file.typeId ?? say('unknown'),
    size(file.size),
    file.fragmentId === null ? '' : String(file.fragmentId),
    terminal ? visibleText(file.path) : file.path.replaceAll(/\p{Control}/gu, ' '),
  ]);
  return formatTable([say('CHANGED'), say('TYPE'), say('SIZE'), say('COPY'), say('FILE')], rows);
}
