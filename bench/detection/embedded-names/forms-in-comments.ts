/** Files that are named by a comment or a declaration at their start. */
import type { Form } from './form.ts';

export const inComments: readonly Form[] = [
  { id: 'line-path', templates: ['{line} {path}\n{body}', '{line} {path}\n\n{body}', '\n{line} {path}\n{body}'] },
  { id: 'line-base', templates: ['{line} {base}\n{body}', '{line} {base}\n{line}\n{line} {says}\n{body}'] },
  { id: 'line-tight', languages: ['ts', 'c', 'python', 'bash', 'go', 'sql', 'ini', 'tex'], templates: ['{line}{path}\n{body}'] },
  {
    id: 'line-label',
    templates: [
      '{line} file: {path}\n{body}',
      '{line} File: {path}\n{body}',
      '{line} FILE: {path}\n{body}',
      '{line} filename: {base}\n{body}',
      '{line} Filename: {base}\n{body}',
      '{line} File name: {base}\n{body}',
      '{line} File : {base}\n{body}',
      '{line} file={path}\n{body}',
      '{line} path: {path}\n{body}',
      '{line} Path: {path}\n{body}',
      '{line} filepath: {path}\n{body}',
      '{line} Name:        {path}\n{line} Purpose:     {says}\n{body}',
      '{line} @file {base}\n{line} @brief {says}\n{body}',
      '{line} @filename: {path}\n{body}',
    ],
  },
  {
    id: 'line-description',
    templates: [
      '{line} {base} - {says}\n{body}',
      '{line} {base} -- {says}\n{body}',
      '{line} {base} — {says}\n{body}',
      '{line} {base}: {says}\n{body}',
      '{line} {base} --\n{line}\n{line}   {says}\n{body}',
      '{line} {path} (new file)\n{body}',
      '{line} {path} (updated)\n{body}',
      '{line} {path} [modified]\n{body}',
      '{line} {base}, part of Example\n{body}',
    ],
  },
  {
    id: 'line-ruled',
    templates: [
      '{line} ---- {base} ----\n{body}',
      '{line} === {path} ===\n{body}',
      '{line} ========== {base} ==========\n{body}',
      '{line} -----------------------------\n{line} {base}\n{line} -----------------------------\n{body}',
      '{line} =============================\n{line} File: {path}\n{line} =============================\n{body}',
      '{line}\n{line}  {base}\n{line}  Example\n{line}\n{line}  Created by Ann Example on 03/05/2023.\n{line}\n{body}',
    ],
  },
  {
    id: 'line-quoted',
    templates: ['{line} `{path}`\n{body}', '{line} "{base}"\n{body}', '{line} [{base}]\n{body}', '{line} **{path}**\n{body}'],
  },
  {
    id: 'line-after-licence',
    templates: [
      '{line} SPDX-License-Identifier: MIT\n{line} {base}\n{body}',
      '{line} Copyright (c) 2021 Ann Example\n{line} {path}\n{body}',
      '{line} -*- coding: utf-8 -*-\n{line} {base}\n{body}',
      '{line} -*- mode: x -*-\n{line}\n{line} {base} - {says}\n{body}',
    ],
  },
  {
    id: 'line-revision',
    templates: [
      '{line} $Id: {base},v 1.27 2007-02-19 20:50:44 ann Exp $\n{body}',
      '{line} $Header: /cvs/x/{path},v 1.3 2004/01/02 10:00:00 ann Exp $\n{body}',
    ],
  },
  {
    id: 'block-path',
    templates: [
      '{open} {path} {close}\n{body}',
      '{open} {base} {close}\n{body}',
      '{open} {path} {close}\n\n{body}',
      '{open}{path}{close}\n{body}',
      '{open} file: {path} {close}\n{body}',
      '{open} File: {base} {close}\n{body}',
    ],
  },
  {
    id: 'block-lines',
    templates: [
      '{open}\n{base}\n{close}\n{body}',
      '{open}\n  {path}\n\n  {says}\n{close}\n{body}',
      '{open} {base} - {says} {close}\n{body}',
      '{open}\n  {base} - {says}\n{close}\n{body}',
      '{open}\n  File: {path}\n  Author: Ann Example\n{close}\n{body}',
      '{open} {base} -- {says}\n\n   Copyright (C) 2011 Ann Example {close}\n{body}',
    ],
  },
  {
    id: 'block-starred',
    languages: ['ts', 'js', 'java', 'c', 'cpp', 'csharp', 'go', 'php', 'kotlin', 'css', 'scss', 'scala', 'swift'],
    templates: [
      '/*\n * {base}\n */\n{body}',
      '/*\n * {base} - {says}\n *\n * Copyright (C) 2011 Ann Example\n */\n{body}',
      '/*\n * {path}\n *\n * {says}\n */\n{body}',
      '/**\n * @file {base}\n * @brief {says}\n */\n{body}',
      '/**\n * @file    {path}\n */\n{body}',
      '/*!\n * \\file {base}\n */\n{body}',
      '/// \\file {base}\n/// {says}\n{body}',
      '/**\n * @fileoverview {says}\n * @filename {base}\n */\n{body}',
      '/********************************************\n * {base}\n ********************************************/\n{body}',
      '/*****************************************[{base}]\nCopyright (c) 2008 Ann Example\n*/\n{body}',
      '/* -----------------------------------------\n   {base} - Copyright (c) 2012 Ann Example\n*/\n{body}',
      '/*++\n\nModule Name:\n\n    {base}\n\n--*/\n{body}',
    ],
  },
  {
    id: 'docblock-php',
    languages: ['php'],
    templates: ['<?php\n// {path}\n{body}', '<?php\n/**\n * @file\n * {base}\n */\n{body}', '<?php\n\n/* {path} */\n{body}'],
  },
  {
    id: 'after-first-line',
    languages: ['bash', 'python', 'perl', 'ruby'],
    templates: [
      '#!/usr/bin/env x\n# {path}\n{body}',
      '#!/bin/sh\n#\n# {base} - {says}\n#\n{body}',
      '#!/usr/bin/env x\n# -*- coding: utf-8 -*-\n\n# {base}\n{body}',
      '#!/usr/bin/x\n\n# File: {base}\n{body}',
    ],
  },
  {
    id: 'after-prologue-js',
    languages: ['js', 'ts', 'tsx'],
    templates: ["'use strict';\n// {path}\n{body}", "'use client';\n\n// {path}\n{body}", '"use strict";\n\n/* {base} */\n{body}'],
  },
  {
    id: 'after-prologue-bat',
    languages: ['bat'],
    templates: ['@echo off\nREM {base}\n{body}', '@echo off\nrem {path} - {says}\n{body}', ':: {base}\n{body}', '@REM {base}\n{body}'],
  },
  {
    id: 'after-prologue-xml',
    languages: ['xml', 'svg', 'html'],
    templates: ['<?xml version="1.0" encoding="UTF-8"?>\n<!-- {path} -->\n{body}', '<!DOCTYPE html>\n<!-- {base} -->\n{body}'],
  },
  {
    id: 'docstring',
    languages: ['python'],
    templates: ['"""{base} - {says}"""\n{body}', '"""\n{path}\n\n{says}\n"""\n{body}', "'''\n{base}: {says}\n'''\n{body}"],
  },
  { id: 'pod-and-begin', languages: ['ruby', 'perl'], templates: ['=begin\n{path}\n=end\n{body}', '=begin\nFile: {base}\n=end\n{body}'] },
  {
    id: 'elisp-header',
    languages: ['elisp'],
    templates: [';;; {base} --- {says}  -*- lexical-binding: t; -*-\n\n{body}', ';;; {base} --- {says}\n{body}'],
  },
  {
    id: 'vim-header',
    languages: ['vim'],
    templates: ['" File:        {base}\n" Description: {says}\n{body}', '" {base} - {says}\n{body}', '"File: {base}\n{body}'],
  },
  {
    id: 'latex-provides-file',
    languages: ['tex'],
    templates: [
      "%%\n%% This is file `{base}',\n%% generated with the docstrip utility.\n{body}",
      '\\ProvidesFile{{base}}[2020/01/02 {says}]\n{body}',
      '\\begin{filecontents*}{{base}}\n@book{a}\n\\end{filecontents*}',
      '\\begin{filecontents}[overwrite]{{base}}\na',
    ],
  },
  {
    id: 'latex-provides-package',
    languages: ['tex'],
    expected: '{stem}.sty',
    templates: [
      '\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesPackage{{stem}}[2020/01/02 v1.0]\n',
      '\\ProvidesPackage{{stem}}\n\\RequirePackage{a}',
    ],
  },
  {
    id: 'latex-provides-class',
    languages: ['tex'],
    expected: '{stem}.cls',
    templates: ['\\NeedsTeXFormat{LaTeX2e}[1999/12/01]\n\\ProvidesClass{{stem}}[2020/01/02 v1.0]\n'],
  },
  {
    id: 'man-and-rst',
    languages: ['text', 'rst', 'conf'],
    templates: ['.\\" {base}\n.TH A 1', '.. {base}\n\nTitle\n=====', '.\\" File: {path}\n.TH B 5'],
  },
];
