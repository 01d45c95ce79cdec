import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { leastCpuMs, runs } from '../../../test/harness/effort.ts';
import { nothingGiven } from '../../domain/structure/structure-of-text.ts';
import { MarkupParser, mostMarkupDepth } from './markup-parser.ts';
import { addMarkupText } from './markup-text.ts';
import { articleElement } from './markup-visibility.ts';
import { addMarkupBlocks } from './structure/markup-blocks.ts';
import { TextParts } from './text-parts.ts';

/** Of one text, in whatever pieces it is given. */
type Events = (readonly unknown[])[];

function told(events: Events): (...event: readonly unknown[]) => void {
  return (...event) => {
    const last = events.at(-1);
    if (event[0] === 'text' && last?.[0] === 'text') events[events.length - 1] = ['text', `${last[1]}${event[1]}`];
    else events.push(event);
  };
}

function eventsOf(pieces: readonly string[]): Events {
  const events: Events = [];
  const tell = told(events);
  const parser = new MarkupParser({
    open: (name, attributes) => tell('open', name, { ...attributes }),
    close: (name) => tell('close', name),
    text: (text) => tell('text', text),
    comment: (comment) => tell('comment', comment),
  });
  for (const piece of pieces) parser.write(piece);
  parser.end();
  return events;
}

function eventsOfPackage(markup: string): Events {
  const events: Events = [];
  const tell = told(events);
  const parser = new Parser({
    onopentag: (name, attributes) => tell('open', name, { ...attributes }),
    onclosetag: (name) => tell('close', name),
    ontext: (text) => tell('text', text),
    oncomment: (comment) => tell('comment', comment),
  });
  parser.end(markup);
  return events;
}

const names =
  'html head body title script style textarea p div b a ul ol li dl dt dd table thead tbody tfoot tr td th br img select option ruby rt rp svg x-y';
const tag = fc
  .constantFrom(...names.split(' '))
  .chain((name) => fc.constantFrom(`<${name}>`, `</${name}>`, `<${name.toUpperCase()} a="1&amp;2" a=3 B>`));
const other = fc.constantFrom(
  'text',
  ' ',
  '&amp;',
  '&#x1F600;',
  '&nosuch',
  '<!-- note -->',
  '<![CDATA[data]]>',
  '<!doctype html>',
  '<?xml ?>',
  '<',
  '</>',
);
const markups = fc.array(fc.oneof({ weight: 3, arbitrary: tag }, other), { maxLength: 40 });

test('the events of any markup are those of the parser of the package, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(markups, fc.array(fc.nat(300), { maxLength: 5 }), (parts, cuts) => {
      const markup = parts.join('');
      const ends = [0, ...cuts.filter((cut) => cut < markup.length).sort((one, two) => one - two), markup.length];
      const pieces = ends.slice(1).map((end, at) => markup.slice(ends[at], end));
      assert.deepEqual(eventsOf(pieces), eventsOfPackage(markup));
    }),
    { numRuns: runs(2_000) },
  );
});

test('in foreign elements, and nowhere else, an element may be closed in itself', () => {
  const namesIn = (markup: string): string =>
    eventsOf([markup])
      .map(([kind, name]) => (kind === 'close' ? `/${name}` : name))
      .join(' ');
  assert.equal(namesIn('<svg><g/><desc><p/>a</desc></svg><p/>b'), 'svg g /g desc p a /p /desc /svg p b /p');
  // Nobody closed the drawing.
  assert.equal(namesIn('<div><svg></div><p/>b'), 'div svg /svg /div p b /p');
});

test('what is deeper than browsers let it be stands beside what it was in, and no text of it is lost', () => {
  for (const unit of ['<div>', '<ul><li>', '<table><tr><td>', '<b>', '<svg>']) {
    let [depth, deepest] = [0, 0];
    const parser = new MarkupParser({
      open: () => {
        depth += 1;
        deepest = Math.max(deepest, depth);
      },
      close: () => {
        depth -= 1;
      },
    });
    parser.write(`${unit.repeat(2_000)}deep`);
    parser.end();
    assert.deepEqual([depth, deepest, parser.wasTooDeep], [0, mostMarkupDepth, true], unit);
  }
  const text = new TextParts();
  addMarkupText(`${'<div>'.repeat(2_000)}in<p>side</p>${'</div>'.repeat(2_000)}<p>behind`, text);
  assert.equal(text.toString(), 'in\n\nside\n\nbehind\n');
  const given = nothingGiven();
  addMarkupBlocks(`${'<div>'.repeat(2_000)}<a href="https://a.example/">x</a>`, given);
  assert.deepEqual([given.links.length, given.room.isCut], [1, true]);
});

/** Begin an element, or end one that is not open. */
const deep = fc.constantFrom(
  '<div>',
  '<b>',
  '<p><svg></p>',
  '<ul><li>',
  '<table><tr><td>',
  '<a href="https://a.example/">x',
  '<x-y>',
  '<template>',
);

test('twice as deep takes no more than twice as long', () => {
  fc.assert(
    fc.property(deep, fc.constantFrom('', '</i>', '</p>'), (unit, end) => {
      const costOf = (depth: number): number =>
        leastCpuMs(() => {
          const markup = `${unit.repeat(depth)}${end.repeat(depth)}text`;
          addMarkupText(markup, new TextParts());
          addMarkupBlocks(markup, nothingGiven());
          articleElement([markup]);
        });
      const [once, twice] = [costOf(20_000), costOf(40_000)];
      // With the square of the depth, it is more than 1 s.
      assert.ok(twice < Math.max(250, 3 * once), `${unit} ${end}: ${once} ms, then ${twice} ms`);
    }),
    { numRuns: runs(20) },
  );
});
