/** How much of a content tells what it is: more of it may be given, and is not looked at. Signatures, heads and languages are all at the beginning. */
export const identifiedBytes = 65_536;
