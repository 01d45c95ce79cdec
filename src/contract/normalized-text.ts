/**
 * The form in which texts are compared: some programs write é as one character, others as two. More marks on one letter than any language uses are
 * cut into runs of 30, as in Unicode's stream-safe form (UAX #15, D4), because ordering n marks takes n² steps.
 */
export function normalizedText(text: string): string {
  return text.replaceAll(/\p{M}{30}/gu, '$&\u034f').normalize('NFC');
}
