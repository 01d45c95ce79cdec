/** Files whose texts are not said yet. The list only gets shorter: a file that has none any more must leave it. */
export const notConverted: readonly string[] = [];
