/** How many bytes of a content detection reads; the rest is ignored. Signatures, headers and languages are recognizable at the beginning. */
export const identifiedBytes = 65_536;
