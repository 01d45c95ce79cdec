/** The lines of a program that say little about it, because they only bring others in, and the others. */

/** A sentence that begins with such a word has more words, or none of these signs. */
const bringingIn: readonly RegExp[] = [
  /^#\s*(?:include|import)\s*[<"]/,
  /^#(?:pragma|ifndef|ifdef|endif)\b/,
  /^#define [A-Z0-9_]{1,60}_H_{0,2}$/,
  /^import\s*["'({*]/,
  /^import\s[^"'();]{1,400}\sfrom\s*["']/,
  /^export\s*[*{][^"';]{0,400}from\s*["']/,
  /^from\s+[\w.]{1,120}\s+import\b/,
  /^using\s[\w.:=<> ]{1,120};$/,
  /^use\s[\w:\\{}*, ]{1,200};$/,
  /^(?:package|namespace)\s[\w.\\]{1,120}\s?[;{]?$/,
  /^(?:pub\s)?(?:extern crate|mod)\s\w{1,60};$/,
  /^(?:require|require_once|require_relative|include|include_once)\s?\(?\s?["']/,
  /^(?:const|let|var|local)\s[\w${}, :]{1,200}=\s?require\s?\(?["']/,
  /^(?:library|require)\(\w{1,60}\)$/,
  /^@(?:import|use|charset)\s+["'u]/,
];
/** One of `import os, sys as system`, `import java.util.List`, `import static a.b.C.*`. */
const broughtIn = /^(?:(?:static|type|qualified|public) )?[\w.*@/]{1,120}(?: as \w{1,60})?$/;
/** A list that goes on in the next lines: `import {`, `import (`, `from x import (`. */
const opensList = /^(?:import|from|use|export)\s[^(){}]{0,200}[({]$/;
const closesList = /^[)}]/;

export interface CodeLines {
  readonly own: readonly string[];
  /** Those that only bring others in. */
  readonly bringing: readonly string[];
}

/** Both in their order. What is in a list that is brought in is in neither. */
export function codeLines(lines: readonly string[]): CodeLines {
  const own: string[] = [];
  const bringing: string[] = [];
  let isInList = false;
  for (const whole of lines) {
    const line = whole.trim();
    if (isInList) isInList = !closesList.test(line);
    else if (bringsIn(line)) {
      bringing.push(line);
      isInList = opensList.test(line);
    } else own.push(whole);
  }
  return { own, bringing };
}

/** Whether this line of a program only brings others in. */
export function bringsIn(line: string): boolean {
  if (bringingIn.some((one) => one.test(line))) return true;
  return (
    line.startsWith('import ') &&
    line
      .slice('import '.length)
      .replace(/;$/, '')
      .split(',')
      .every((one) => broughtIn.test(one.trim()))
  );
}
