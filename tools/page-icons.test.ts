import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawingsIn, iconsNamedIn } from './page-icons.ts';

test('the icons that a source imports are found, including renamed ones and imports over several lines', () => {
  const source = `
    import { makeStyles } from '@griffel/react';
    import { CopyRegular } from './icons/glyphs.ts';
    import {
      ChevronDownRegular as Arrow,
      DismissRegular,
    } from "../icons/glyphs.ts";
    import { HomeFilled } from './glyphs.ts';
    import { AddFilled } from './not-glyphs.ts';`;
  assert.deepEqual(iconsNamedIn(source), ['CopyRegular', 'ChevronDownRegular', 'DismissRegular', 'HomeFilled']);
});

test('the drawings of a module are found', () => {
  const module = `"use client";
export const AddFilled = ( /*#__PURE__*/createFluentIcon('AddFilled', "1em", ["M10 2"]));
export const Add16Regular = (/*#__PURE__*/createFluentIcon('Add16Regular', "16", ["M8 2", "M1 1"], { flipInRtl: true }));`;
  assert.deepEqual(drawingsIn(module), [
    ['AddFilled', '"1em", ["M10 2"]'],
    ['Add16Regular', '"16", ["M8 2", "M1 1"]'],
  ]);
});
