/** Texts as people copy them: source, prose, data and notes in turn, each one different. */

const shapes = [
  (name: string, turn: number) =>
    `// src/${name}.ts\nexport function step${turn}(value: number): number {\n  return value * ${turn} + 1;\n}\n\n`,
  (name: string, turn: number) => `The ${name} went out at ${turn % 12} o'clock, and nobody who was there could say afterwards why.\n`,
  (name: string, turn: number) => `${turn === 0 ? '' : ','}{"name": "${name}", "number": ${turn}, "tags": ["one", "two"]}\n`,
  (name: string, turn: number) =>
    `${turn === 0 ? `# Notes on ${name}\n\n` : ''}- point ${turn}: see \`${name}\`, and *then* the next one\n`,
] as const;

/** A text of exactly this many ASCII bytes, different for every number. */
export function sampleText(number: number, bytes: number): string {
  const shape = shapes[number % shapes.length] ?? shapes[0];
  let text = number % shapes.length === 2 ? '[' : '';
  for (let turn = 0; text.length < bytes; turn += 1) text += shape(`sample-${number}`, turn);
  return text.slice(0, bytes);
}
