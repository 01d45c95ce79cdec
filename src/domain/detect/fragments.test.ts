import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectText } from './detect.ts';

// Written for these tests. What fits no label is plain text: speech, addresses, notes.
const FRAGMENTS: readonly (readonly [typeId: string, what: string, text: string])[] = [
  [
    'python',
    'a function',
    'def mean(values):\n    total = sum(values)\n    if not values:\n        return None\n    return total / len(values)',
  ],
  ['python', 'imports', 'import os\nfrom pathlib import Path\n\nroot = Path(os.getcwd())'],
  ['python', 'a class', 'class Node:\n    def __init__(self, name):\n        self.name = name\n        self.children = []'],
  [
    'javascript',
    'a function',
    "var express = require('express');\nvar app = express();\napp.get('/', function (req, res) {\n  res.send('hi');\n});\nmodule.exports = app;",
  ],
  [
    'javascript',
    'a loop',
    '$("#list li").each(function () {\n  var name = $(this).text();\n  for (var i = 0; i < items.length; i++) {\n    if (items[i] === name) console.log(i);\n  }\n});',
  ],
  ['typescript', 'an interface', 'interface User {\n  id: number;\n  name?: string;\n  tags: string[];\n}'],
  [
    'typescript',
    'typed functions',
    "import { z } from 'zod';\n\nexport function parse(input: string): number | null {\n  const value = Number(input);\n  return Number.isNaN(value) ? null : value;\n}",
  ],
  [
    'typescript',
    'types',
    "export type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number };\n\nexport const area = (shape: Shape): number => 0;",
  ],
  [
    'jsx',
    'a component',
    'export default function Card({ title, children }) {\n  return (\n    <div className="card">\n      <h2>{title}</h2>\n      {children}\n    </div>\n  );\n}',
  ],
  [
    'tsx',
    'a typed component',
    'import { useState } from \'react\';\n\ninterface Props {\n  label: string;\n}\n\nexport function Counter({ label }: Props) {\n  const [n, setN] = useState<number>(0);\n  return <button className="b" onClick={() => setN(n + 1)}>{label}: {n}</button>;\n}',
  ],
  [
    'java',
    'a class',
    'public class Main {\n    private final String name;\n\n    public static void main(String[] args) {\n        System.out.println("hi");\n    }\n}',
  ],
  ['java', 'imports', 'import java.util.List;\nimport java.util.Map;\n\n@Override\npublic String toString() {\n    return name;\n}'],
  ['c', 'main', '#include <stdio.h>\n\nint main(int argc, char **argv) {\n    printf("%d\\n", argc);\n    return 0;\n}'],
  [
    'c',
    'a list',
    'struct node *push(struct node *head, int value) {\n    struct node *n = malloc(sizeof(*n));\n    if (n == NULL)\n        return NULL;\n    n->value = value;\n    n->next = head;\n    return n;\n}',
  ],
  [
    'cpp',
    'main',
    '#include <iostream>\n#include <vector>\n\nint main() {\n    std::vector<int> v{1, 2, 3};\n    for (const auto& x : v) std::cout << x;\n}',
  ],
  [
    'cpp',
    'a template',
    'template <typename T>\nclass Stack {\npublic:\n    void push(const T& value) { items_.push_back(value); }\nprivate:\n    std::vector<T> items_;\n};',
  ],
  [
    'cs',
    'a program',
    'using System;\nusing System.Linq;\n\nnamespace Demo\n{\n    public class Person\n    {\n        public string Name { get; set; }\n    }\n}',
  ],
  ['go', 'main', 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("hi")\n}'],
  [
    'go',
    'error handling',
    'data, err := os.ReadFile(path)\nif err != nil {\n\treturn nil, fmt.Errorf("read: %w", err)\n}\ndefer file.Close()',
  ],
  [
    'rust',
    'a function',
    'fn largest<T: PartialOrd>(list: &[T]) -> &T {\n    let mut largest = &list[0];\n    for item in list {\n        if item > largest {\n            largest = item;\n        }\n    }\n    largest\n}',
  ],
  ['rust', 'a struct', '#[derive(Debug, Clone)]\npub struct Config {\n    pub name: String,\n    pub port: u16,\n}'],
  ['ruby', 'a class', "require 'json'\n\nclass Dog\n  attr_reader :name\n\n  def initialize(name)\n    @name = name\n  end\nend"],
  ['ruby', 'a block', 'users.each do |user|\n  puts user.name unless user.admin?\nend'],
  ['php', 'a script', '<?php\n$name = $_GET["name"];\necho "Hello " . $name;\n'],
  ['php', 'a tail in short HTML', '<html>\n<body>\n<h1>Hi</h1>\n<?php echo date("Y"); ?>\n</body>\n</html>'],
  [
    'php',
    'a method',
    'public function store(Request $request)\n{\n    $post = Post::create($request->all());\n    return redirect()->route("posts.show", $post);\n}',
  ],
  ['shell', 'a script', '#!/usr/bin/env bash\nset -euo pipefail\necho "$1"'],
  ['shell', 'commands', 'sudo apt-get update\nsudo apt-get install -y curl git\ncd /opt/app && npm install'],
  ['shell', 'a loop', 'for f in *.txt; do\n  if [ -f "$f" ]; then\n    mv "$f" "$f.md"\n  fi\ndone'],
  ['powershell', 'a pipeline', 'Get-ChildItem -Path C:\\Temp -Recurse | Where-Object { $_.Length -gt 1MB } |\n  Remove-Item -WhatIf'],
  ['batch', 'a script', '@echo off\nset NAME=%1\nif "%NAME%"=="" goto end\necho Hello %NAME%\n:end'],
  ['sql', 'a query', 'SELECT u.name, COUNT(*) AS n\nFROM users u\nJOIN orders o ON o.user_id = u.id\nGROUP BY u.name;'],
  ['sql', 'a small query', 'select id, name from users where age > 30;'],
  ['sql', 'a table', 'CREATE TABLE users (\n  id INTEGER PRIMARY KEY,\n  name VARCHAR(40) NOT NULL\n);'],
  ['sql', 'an update', "UPDATE users SET name = 'Bob' WHERE id = 3;"],
  [
    'kotlin',
    'a class',
    'data class User(val id: Int, val name: String)\n\nfun main() {\n    val users = listOf(User(1, "a"))\n    println(users)\n}',
  ],
  ['swift', 'a view', 'import SwiftUI\n\nstruct ContentView: View {\n    var body: some View {\n        Text("Hi")\n    }\n}'],
  [
    'scala',
    'an object',
    'object Main extends App {\n  case class Point(x: Int, y: Int)\n  val p = Point(1, 2)\n  def norm(p: Point): Int = p.x + p.y\n}',
  ],
  ['lua', 'a module', 'local M = {}\n\nfunction M.add(a, b)\n  return a + b\nend\n\nreturn M'],
  [
    'perl',
    'a script',
    'use strict;\nuse warnings;\n\nmy %count;\nwhile (my $line = <STDIN>) {\n    $count{$_}++ for split /\\s+/, $line;\n}',
  ],
  ['r', 'a plot', 'library(ggplot2)\n\ndf <- data.frame(x = 1:10, y = rnorm(10))\nggplot(df, aes(x, y)) + geom_point()'],
  ['haskell', 'a module', 'module Main where\n\nimport qualified Data.Map as M\n\nmain :: IO ()\nmain = putStrLn "hi"'],
  ['elixir', 'a module', 'defmodule Math do\n  def sum(a, b) do\n    a + b\n  end\nend'],
  ['clojure', 'a function', '(ns app.core\n  (:require [clojure.string :as str]))\n\n(defn greet [name]\n  (str "Hi " name))'],
  ['dart', 'a main', "import 'package:flutter/material.dart';\n\nvoid main() {\n  runApp(const MyApp());\n}"],
  ['html', 'a page', '<!DOCTYPE html>\n<html>\n<head><title>x</title></head>\n<body></body>\n</html>'],
  ['html', 'a part', '<div class="a">\n  <p>Hello</p>\n  <a href="/x">x</a>\n</div>'],
  ['xml', 'a document', '<?xml version="1.0"?>\n<note><to>A</to></note>'],
  ['xml', 'a part', '<dependency>\n  <groupId>org.junit</groupId>\n  <version>5.0</version>\n</dependency>'],
  ['svg', 'a picture', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>'],
  [
    'csproj',
    'a project',
    '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>\n</Project>',
  ],
  ['css', 'rules', '.card {\n  color: red;\n  margin: 0 auto;\n}\n\n@media (max-width: 600px) {\n  .card { display: none; }\n}'],
  ['scss', 'nesting', '$accent: #09f;\n\n.card {\n  color: $accent;\n  &:hover {\n    @include lift;\n  }\n}'],
  ['json', 'one line', '{"a": 1, "b": [true, null]}'],
  ['json', 'an array', '[\n  {"id": 1},\n  {"id": 2}\n]'],
  ['jsonl', 'records', '{"id": 1, "t": "a"}\n{"id": 2, "t": "b"}'],
  ['jsonc', 'settings', '{\n  // The theme\n  "theme": "dark",\n  "size": 12,\n}'],
  ['ipynb', 'a notebook', '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'],
  [
    'yaml',
    'a workflow',
    'name: ci\non:\n  push:\n    branches: [main]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm test',
  ],
  ['yaml', 'a service', 'services:\n  db:\n    image: postgres:16\n    ports:\n      - "5432:5432"'],
  ['toml', 'a package', '[package]\nname = "demo"\nversion = "0.1.0"\n\n[dependencies]\nserde = { version = "1", features = ["derive"] }'],
  ['ini', 'sections', '[core]\neditor = vim\npager = less -R\n\n[user]\nname = Bob Smith'],
  ['markdown', 'a page', '# Title\n\nSome *text* with a [link](https://example.com).\n\n- one\n- two\n\n```js\nx()\n```'],
  ['markdown', 'a table', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |'],
  ['csv', 'few rows', 'name,age,city\nAnn,31,Rome\nBob,22,Oslo'],
  ['csv', 'two rows', 'id,price\n1,9.99'],
  [
    'csv',
    'pairs of words',
    "arent,aren't\ncant,can't\ndont,don't\nhavent,haven't\nim,I'm\nisnt,isn't\nive,I've\nlets,let's\nshes,she's\nwont,won't",
  ],
  ['csv', 'long rows, quoted', `"Title","Text","From"\n"Atlas","${'of cells '.repeat(60)}","Ann"`],
  ['csv', 'a head and a row, quoted', '"Title","Description","Year"\n"Atlas of cells","From two labs, ""mouse"" only",2019'],
  ['csv', 'quoted cells', '"Name","Note"\n"Ann","likes a, b"\n"Bob","none"\n"Cy","x"'],
  ['tsv', 'a sheet', 'Name\tQty\nApple\t3\nPear\t5'],
  ['diff', 'a patch', 'diff --git a/x.js b/x.js\nindex 1..2 100644\n--- a/x.js\n+++ b/x.js\n@@ -1,2 +1,2 @@\n-a\n+b\n c'],
  ['diff', 'a hunk', '@@ -10,3 +10,4 @@ def f():\n     a = 1\n-    b = 2\n+    b = 3\n+    c = 4'],
  ['dockerfile', 'three lines', 'FROM node:22-alpine\nCOPY . /app\nCMD ["node", "/app/index.js"]'],
  ['makefile', 'rules', 'CC = gcc\n\nall: main.o\n\t$(CC) -o app main.o\n\nclean:\n\trm -f *.o'],
  ['pem', 'a certificate', '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----'],
  ['latex', 'a section', '\\section{Results}\nWe see in \\ref{fig:a} that\n\\begin{equation}\n  a = b\n\\end{equation}'],
  ['ics', 'an event', 'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR'],
  ['srt', 'subtitles', '1\n00:00:01,000 --> 00:00:02,500\nHello.\n\n2\n00:00:03,000 --> 00:00:04,000\nBye.'],
  [
    'eml',
    'a mail',
    'From: a@example.com\nTo: b@example.com\nSubject: Hi\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nMessage-ID: <1@example.com>\n\nHello.',
  ],
  ['proto', 'a message', 'message User {\n  string name = 1;\n  int32 age = 2;\n  repeated string tags = 3;\n}'],
  ['hcl', 'a resource', 'resource "aws_s3_bucket" "logs" {\n  bucket = "my-logs"\n  tags = {\n    Env = var.env\n  }\n}'],
  ['cmake', 'a project', 'project(demo)\nadd_executable(demo main.cpp)\ntarget_link_libraries(demo PRIVATE fmt)'],
  [
    'vue',
    'a component',
    '<template>\n  <p>{{ msg }}</p>\n</template>\n\n<script>\nexport default { data: () => ({ msg: "hi" }) };\n</script>',
  ],
  ['sum', 'checksums', `${'a'.repeat(64)}  a.txt\n${'b'.repeat(64)}  b.txt`],
  ['winregistry', 'keys', 'Windows Registry Editor Version 5.00\n\n[HKEY_CURRENT_USER\\Software\\X]\n"a"=dword:00000001'],

  ['txt', 'one character', 'x'],
  ['txt', 'one sign', '<'],
  ['txt', 'a brace', '{'],
  ['txt', 'one word', 'hello'],
  ['txt', 'a number', '42'],
  ['txt', 'a number with a comma', '1,299.00'],
  ['txt', 'an address', 'https://example.com/a/b.html?x=1'],
  ['txt', 'a path', '/usr/local/bin/python3'],
  ['txt', 'gibberish', 'asdlkfj qwpoeiru zxmcnv alskdjf\nqpwoeiruty alskdjfhg zmxncbv'],
  ['txt', 'dense gibberish', 'x7#kq!!zp9@@w;;l~~2{)(q'],
  [
    'txt',
    'English',
    'I went to the market yesterday, and it was closed. The man said that it opens on Monday.\nSo we walked home, tired, hungry and wet.',
  ],
  ['txt', 'German', 'Gestern war ich auf dem Markt, aber er war geschlossen.\nDer Mann sagte, dass er am Montag wieder öffnet.'],
  ['txt', 'French', "Je suis allé au marché hier, mais il était fermé. L'homme m'a dit: revenez lundi, s'il vous plaît."],
  ['txt', 'Spanish', '¿Puedes venir mañana a las tres? Necesito ayuda con la mudanza, y además tengo café.'],
  ['txt', 'Russian', 'Вчера я ходил на рынок, но он был закрыт. Мы пошли домой, усталые и голодные.'],
  ['txt', 'Chinese', '昨天我去了市场，可是已经关门了。那个人说星期一才开门。'],
  ['txt', 'Italian', 'Ieri sono andato al mercato, ma era chiuso. Siamo tornati a casa, stanchi e affamati.'],
  ['txt', 'Portuguese', 'Ontem fui ao mercado, mas estava fechado. O homem disse que abre na segunda-feira.'],
  ['txt', 'Dutch', 'Gisteren ging ik naar de markt, maar die was gesloten. De man zei dat ze maandag opengaan.'],
  ['txt', 'Polish', 'Wczoraj poszedłem na targ, ale był zamknięty. Pan powiedział, że otwierają w poniedziałek.'],
  ['txt', 'Turkish', 'Dün pazara gittim ama kapalıydı. Adam pazartesi günü açılacağını söyledi.'],
  ['txt', 'Greek', 'Χθες πήγα στην αγορά, αλλά ήταν κλειστή. Γυρίσαμε σπίτι κουρασμένοι και πεινασμένοι.'],
  ['txt', 'Korean', '어제 시장에 갔는데 문이 닫혀 있었어요. 월요일에 연다고 했어요.'],
  ['txt', 'Hindi', 'कल मैं बाज़ार गया था, लेकिन वह बंद था। उसने कहा कि सोमवार को खुलेगा।'],
  ['txt', 'Japanese', '昨日は市場に行きましたが、閉まっていました。月曜日に開くそうです。'],
  ['txt', 'Arabic', 'ذهبت إلى السوق أمس، لكنه كان مغلقا. قال الرجل إنه يفتح يوم الاثنين.'],
  [
    'txt',
    'prose that gives orders',
    'Select a file from the list and press Enter.\nUpdate the settings, then delete the old folder.\nCreate a table for six, please.',
  ],
  [
    'txt',
    'prose with keywords',
    'If you import goods for resale, the class of the package decides.\nReturn it with the form, or let us know by Friday.\nFrom there we import everything else ourselves.',
  ],
  [
    'txt',
    'a letter with one line of SQL',
    'Wir haben gestern die Tabelle geändert, und zwar so:\n\nALTER TABLE orders ADD COLUMN note TEXT;\n\nBitte prüft, ob eure Programme noch laufen. Danke!',
  ],
  ['txt', 'a short letter with one line of SQL', 'Dear all,\nplease run\nSELECT * FROM users;\nand tell me.\nRegards'],
  ['sql', 'SQL with a word or two per line', 'SELECT id\nFROM users\nWHERE id = 1\nORDER BY name;'],
  [
    'txt',
    'a letter with one command',
    'Hi all, to install it please run this in the folder of the project:\n\nnpm install --save-dev typescript\n\nAfterwards everything should work as it did before the move. Ask me if it does not.',
  ],
  ['txt', 'prose with commas', 'Dear Ann, thank you\nDear Bob, thank you too'],
  ['txt', 'a shopping list', '- milk\n- eggs\n- bread'],
  ['txt', 'notes with colons', 'Meeting: Monday\nPlace: the big room\nTopic: money, and how we spend it'],
  ['txt', 'an address on paper', 'Ann Smith\n12 Long Road\nLondon, SW1A 1AA\nUnited Kingdom'],
  [
    'log',
    'log lines',
    '2024-05-01 10:00:01,123 INFO Started server on port 8080\n2024-05-01 10:00:02,456 WARN Slow query: 1200 ms\n2024-05-01 10:00:03,001 ERROR Connection lost',
  ],
  [
    'stacktrace',
    'of Python',
    'Traceback (most recent call last):\n  File "app.py", line 3, in <module>\n    main()\n  File "app.py", line 2, in main\n    raise ValueError("x")\nValueError: x',
  ],
  [
    'stacktrace',
    'of Java',
    'java.lang.NullPointerException: x is null\n\tat com.example.Main.run(Main.java:12)\n\tat com.example.Main.main(Main.java:5)\nCaused by: java.io.IOException: gone',
  ],
  [
    'stacktrace',
    'of Node',
    "TypeError: Cannot read properties of undefined (reading 'x')\n    at run (/app/index.js:10:5)\n    at Object.<anonymous> (/app/index.js:20:1)",
  ],
  ['txt', 'a quotation with one keyword', 'The word function is used in this sentence to describe a class of things.'],
  ['txt', 'a mail', 'Hi Ann,\n\ncould you send me the report by Friday?\n\nThanks,\nBob'],
  ['txt', 'a poem', 'The sun is low,\nthe rivers slow,\nand where they go,\nwe do not know.'],
  ['txt', 'terms with indented lines', 'Apples:\n\tThey are red, and they grow on trees.\nPears:\n\tThey are green.'],
  ['http', 'headers', 'Host: example.com\nAccept: */*\nUser-Agent: curl/8.0'],
];

describe('a fragment', () => {
  for (const [typeId, what, text] of FRAGMENTS) {
    test(`is ${typeId}: ${what}`, () => {
      const found = detectText(text);
      assert.equal(found?.typeId, typeId, JSON.stringify(found));
      if (/^(?:one (?:char|sign|word)|a brace|a number|an address$|a path)/u.test(what)) assert.ok((found?.confidence ?? 1) <= 0.5);
      else if (typeId !== 'txt') assert.ok((found?.confidence ?? 0) >= 0.3);
    });
  }

  test('has the same type with Windows line ends, with indentation and between blank lines', () => {
    for (const [typeId, what, text] of FRAGMENTS) {
      assert.equal(detectText(text.replaceAll('\n', '\r\n'))?.typeId, typeId, `${what}, CRLF`);
      assert.equal(detectText(`\n\n${text}\n\n`)?.typeId, typeId, `${what}, blank lines`);
    }
  });
});
