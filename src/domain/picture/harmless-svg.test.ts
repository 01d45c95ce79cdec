import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHarmlessSvg } from './harmless-svg.ts';

const svg = (inside: string, before = '') =>
  Buffer.from(`<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inside}</svg>`);

test('shapes, gradients and a few references are drawn', () => {
  assert.equal(isHarmlessSvg(svg('<defs><linearGradient id="a"/></defs><path d="M0 0h1v1z" style="fill:url(#a)"/><use href="#b"/>')), true);
});

test('what can run, load, move or grow is not', () => {
  const refused = [
    '<script>1</script>',
    '<svg:script/>',
    '<foreignObject/>',
    '<image href="file:///etc/passwd"/>',
    '<path onload="a()"/>',
    '<style>@import "a"</style>',
    '<animate/>',
    '<use/>'.repeat(13),
    '<filter/>'.repeat(13),
    ' '.repeat(300_000),
  ];
  for (const inside of refused) assert.equal(isHarmlessSvg(svg(inside)), false, inside.slice(0, 40));
  assert.equal(isHarmlessSvg(svg('', '<!DOCTYPE svg [<!ENTITY a "b">]>')), false);
  assert.equal(isHarmlessSvg(svg('', '<?xml-stylesheet href="a"?>')), false);
  assert.equal(isHarmlessSvg(Buffer.from('<html><p>')), false);
});
