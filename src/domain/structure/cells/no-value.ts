const noValue = /^(?:n\/?a|nan|null|[-–—−]{1,3}|…|\.{3}|\?)$/i;

/** Whether a cell stands for no value in a column of numbers: `n/a`, a dash. */
export function isNoValue(text: string): boolean {
  return noValue.test(text.trim());
}
