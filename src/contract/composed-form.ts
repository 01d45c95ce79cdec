/**
 * The form in which texts meet, whoever compares them: é is one character in some programs' text, and two in others'. More marks on one letter
 * than any language has are cut into runs of 30, as Unicode's stream-safe form has it (UAX #15, D4): to order n marks takes n² steps.
 */
export function composedForm(text: string): string {
  return text.replaceAll(/\p{M}{30}/gu, '$&\u034f').normalize('NFC');
}
