import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingGiven } from '../../../domain/structure/structure-of-text.ts';
import { addMarkupBlocks } from './markup-blocks.ts';

const links =
  '<a href="/tides">tides</a> <a href="more.html">more</a> <a href="#top">top</a> <a href="https://b.example/">b</a> <a href="">none</a>';

function found(markup: string, address: string | null = null): readonly string[] {
  const given = nothingGiven();
  addMarkupBlocks(markup, given, address);
  return given.links.map(({ value }) => value);
}

test('relative links of a page whose address is known are whole', () => {
  const whole = ['https://a.example/tides', 'https://a.example/coast/more.html', 'https://b.example/'];
  const address = 'https://a.example/coast/index.html';
  assert.deepEqual(found(links, address), whole);
  assert.deepEqual(found(`<html><head><base href="${address}"></head>${links}`), whole);
  assert.deepEqual(found(`<head><base href="/coast/"><base href="/other/"></head>${links}`, 'https://a.example/'), whole);
  assert.deepEqual(found(`<head><link rel="canonical" href="${address}"></head>${links}`), whole);
  assert.deepEqual(found(`<!-- saved from url=(0034)${address} --><html>${links}`), whole);
});

test('without an address they are left out, and an address from elsewhere is none', () => {
  assert.deepEqual(found(links), ['https://b.example/']);
  assert.deepEqual(found(`<link rel="stylesheet" href="https://a.example/x.css">${links}`), ['https://b.example/']);
  assert.deepEqual(found(`<base href="/coast/">${links}`), ['https://b.example/']);
  assert.deepEqual(found(links, 'not an address'), ['https://b.example/']);
});

test('what a base makes of a link is still a link of the web', () => {
  assert.deepEqual(found('<base href="javascript:x"><a href="y">a</a>'), []);
  assert.deepEqual(found('<base href="file:///home/me/"><a href="y">a</a>'), []);
});
