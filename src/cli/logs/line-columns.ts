/** One line of a log as a person reads it: time, level, component, event and fields, in columns. */
import { styleText } from 'node:util';
import { localTimestamp } from '../../base/timestamp.ts';
import { componentIds } from '../../contract/components.ts';
import { fieldText, type LogLine } from '../../logs/log-line.ts';
import { padded } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';

type Style = Parameters<typeof styleText>[0];

const levelStyles: Readonly<Record<LogLine['level'], Style | null>> = {
  DEBUG: 'dim',
  INFO: null,
  WARN: 'yellow',
  ERROR: 'red',
  CRITICAL: ['bold', 'red'],
};
const levelWidth = Math.max(...Object.keys(levelStyles).map((level) => level.length));
const componentWidth = Math.max(...componentIds.map((id) => id.length));

/** `coloured`: for a terminal, if it has colours. The time is that of the machine's time zone. */
export function lineInColumns(line: LogLine, coloured: boolean): string {
  const style = (how: Style | null, text: string): string =>
    coloured && how !== null ? styleText(how, text, { stream: process.stdout }) : text;
  const time = localTimestamp(line.atMs).slice(0, 23).replace('T', ' ');
  const fields = line.fields.map(([name, value]) => visibleText(fieldText(name, value)).replaceAll(/[\n\t]/g, ' ')).join(' ');
  const event = visibleText(line.event).replaceAll(/[\n\t]/g, ' ');
  const how = levelStyles[line.level];
  const columns = [
    style('dim', time),
    style(how, padded(line.level, levelWidth)),
    style('cyan', padded(line.component, componentWidth)),
    style(how, event),
  ];
  return `${columns.join('  ')}${fields === '' ? '' : `  ${style('dim', fields)}`}`;
}

/** The line as it was logged. */
export function lineAsJson({ level, atMs, component, pid, event, fields }: LogLine): object {
  return { level, time: new Date(atMs).toISOString(), component, pid, event, ...Object.fromEntries(fields) };
}
