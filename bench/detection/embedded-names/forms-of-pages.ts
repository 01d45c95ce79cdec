/** Files that are named above a code block or in its first line, in Markdown and similar formats. */
import type { Form } from './form.ts';

const fence = '```';

export const ofPages: readonly Form[] = [
  {
    id: 'heading-fence',
    templates: [
      `### {path}\n\n${fence}{lang}\n{body}\n${fence}`,
      `## \`{path}\`\n\n${fence}{lang}\n{body}\n${fence}`,
      `#### {base}\n${fence}{lang}\n{body}\n${fence}`,
      `### File: {path}\n\n${fence}{lang}\n{body}\n${fence}`,
      `### 1. \`{path}\`\n\n${fence}{lang}\n{body}\n${fence}`,
      `### **{path}**\n${fence}{lang}\n{body}\n${fence}`,
      `## File: \`{path}\`\n${fence}{lang}\n{body}\n${fence}`,
    ],
  },
  {
    id: 'label-fence',
    templates: [
      `**{path}**\n${fence}{lang}\n{body}\n${fence}`,
      `**\`{path}\`**\n\n${fence}{lang}\n{body}\n${fence}`,
      `**{path}:**\n${fence}{lang}\n{body}\n${fence}`,
      `**File: {path}**\n${fence}{lang}\n{body}\n${fence}`,
      `\`{path}\`\n${fence}{lang}\n{body}\n${fence}`,
      `\`{path}\`:\n\n${fence}{lang}\n{body}\n${fence}`,
      `{path}\n${fence}{lang}\n{body}\n${fence}`,
      `{path}:\n${fence}\n{body}\n${fence}`,
      `*{path}*\n\n${fence}{lang}\n{body}\n${fence}`,
      `1. {path}\n\n${fence}{lang}\n{body}\n${fence}`,
    ],
  },
  {
    id: 'fence-info',
    templates: [
      `${fence}{lang} title="{path}"\n{body}\n${fence}`,
      `${fence}{lang} filename="{path}"\n{body}\n${fence}`,
      `${fence}{lang} {1,3-5} title='{path}'\n{body}\n${fence}`,
      `${fence}{lang} showLineNumbers filename="{base}"\n{body}\n${fence}`,
      `${fence}{lang} file={path}\n{body}\n${fence}`,
      `${fence}{lang}:{path}\n{body}\n${fence}`,
      `${fence}{lang} {path}\n{body}\n${fence}`,
      `${fence}{path}\n{body}\n${fence}`,
      `~~~{lang} title="{path}"\n{body}\n~~~`,
      `${fence} { .{lang} title="{path}" }\n{body}\n${fence}`,
      `${fence}{lang} name={base}\n{body}\n${fence}`,
    ],
  },
  {
    id: 'fence-comment',
    templates: [
      `${fence}{lang}\n{line} {path}\n{body}\n${fence}`,
      `${fence}\n{line} {base}\n{body}\n${fence}`,
      `${fence}{lang}\n{open} {path} {close}\n{body}\n${fence}`,
    ],
  },
  {
    id: 'asciidoc-title',
    templates: ['.{path}\n[source,{lang}]\n----\n{body}\n----', '[source,{lang},title="{path}"]\n----\n{body}\n----'],
  },
  {
    id: 'rst-caption',
    templates: [
      '.. code-block:: {lang}\n   :caption: {path}\n\n   {body}',
      '.. code-block:: {lang}\n   :linenos:\n   :caption: {base}\n\n   {body}',
    ],
  },
  {
    id: 'org-tangle',
    templates: [
      '#+begin_src {lang} :tangle {path}\n{body}\n#+end_src',
      '#+BEGIN_SRC {lang} :results none :tangle "{path}"\n{body}\n#+END_SRC',
    ],
  },
];
