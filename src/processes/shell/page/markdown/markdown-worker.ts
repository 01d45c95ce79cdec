/**
 * The worker that reads Markdown. It runs expressions of a library over texts of strangers: whoever asks it waits for a short time only, and ends it then.
 * It sees nothing but the text, and answers with words and names of elements.
 */
import { markdownTree } from './markdown-tree.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(markdownTree(data));
});
