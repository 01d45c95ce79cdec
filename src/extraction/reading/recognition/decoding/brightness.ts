/** Of a colour, 0..255 (ITU-R BT.601, as JPEG has it). */
export function brightness(red = 0, green = 0, blue = 0): number {
  return (red * 77 + green * 150 + blue * 29) >> 8;
}
