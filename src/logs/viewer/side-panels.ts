/** What is said about one line, and about one copy: its way through the components. */
import { type LogPageTexts, logPageLevels } from '../../contract/diagnostics/log-page.ts';
import { element } from './elements.ts';
import { isNothing, type LineStore } from './line-store.ts';
import { afterwards, dayOf, exactClockOf } from './shown-times.ts';

export interface PanelParts {
  readonly store: LineStore;
  readonly texts: LogPageTexts;
  readonly followed: (capture: number) => void;
  readonly closed: () => void;
}

/** Steps of a copy that are shown; the list has all. */
const mostSteps = 40;

/** All fields of a line that say something. `isFollowed`: the lines of its copy are shown already. */
export function lineDetails({ store, texts, followed, closed }: PanelParts, position: number, isFollowed: boolean): HTMLElement {
  const { atMs, level, component, pid, event, fields, capture } = store.line(position);
  const facts: readonly (readonly [string, string])[] = [
    [texts.time, `${dayOf(atMs)} ${exactClockOf(atMs)}`],
    [texts.component, pid === 0 ? component : `${component} (${pid})`],
    [texts.level, logPageLevels[level] ?? ''],
    ...fields.filter(([, value]) => !isNothing(value)),
  ];
  const close = element('button', { type: 'button', class: 'quiet' }, texts.close);
  close.addEventListener('click', closed);
  const title = element('header', {}, element('h2', {}, event));
  if (capture !== 0 && !isFollowed) {
    const follow = element('button', { type: 'button' }, store.copyNames.of(capture).follow);
    follow.addEventListener('click', () => followed(capture));
    title.append(follow);
  }
  title.append(close);
  const list = element('dl', {}, ...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
  return element('section', { class: 'panel details', 'aria-label': texts.details }, title, list);
}

/** The steps of a copy, by component, with the time since the first one. */
export function copyPath({ store, texts, closed }: PanelParts, capture: number): HTMLElement {
  const positions = positionsOf(store, capture);
  const firstMs = store.times[positions[0] ?? 0] ?? 0;
  const steps = positions.slice(0, mostSteps).map((position) => store.line(position));
  const stretches: { component: string; steps: typeof steps }[] = [];
  for (const step of steps) {
    const last = stretches.at(-1);
    if (last?.component === step.component) last.steps.push(step);
    else stretches.push({ component: step.component, steps: [step] });
  }
  const close = element('button', { type: 'button' }, texts.endPath);
  close.addEventListener('click', closed);
  const list = element('ol', {});
  for (const stretch of stretches) {
    const events = stretch.steps.map(({ event, atMs, level }) =>
      element(
        'li',
        { class: (logPageLevels[level] ?? '').toLowerCase() },
        event,
        element('span', { class: 'after' }, afterwards(atMs - firstMs)),
      ),
    );
    list.append(element('li', {}, element('strong', {}, stretch.component), element('ul', {}, ...events)));
  }
  const { path } = store.copyNames.of(capture);
  const title = element('h2', { tabindex: -1 }, path);
  return element('section', { class: 'panel path', 'aria-label': path }, element('header', {}, title, close), list);
}

function positionsOf({ captures }: LineStore, capture: number): readonly number[] {
  const positions: number[] = [];
  for (let at = captures.indexOf(capture); at !== -1; at = captures.indexOf(capture, at + 1)) positions.push(at);
  return positions;
}
