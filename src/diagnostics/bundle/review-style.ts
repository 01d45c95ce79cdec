/** The style of the review report: light and dark as the system has it. Its digest is in the page's policy. */
export const reviewStyle = `
:root { color-scheme: light dark; --back: #faf9f8; --card: #ffffff; --text: #242424; --weak: #5c5c5c; --line: #e0e0e0; --mark: #0f6cbd; --out: #8a3707; --code: #f3f2f1; }
@media (prefers-color-scheme: dark) {
  :root { --back: #1f1f1f; --card: #292929; --text: #f5f5f5; --weak: #adadad; --line: #404040; --mark: #479ef5; --out: #f4bfab; --code: #1b1b1b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 "Segoe UI", system-ui, sans-serif; }
main { max-width: 880px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 8px; font-weight: 600; }
h2 { font-size: 18px; margin: 36px 0 12px; font-weight: 600; }
h3 { font-size: 15px; margin: 0 0 2px; font-weight: 600; }
p { margin: 0 0 8px; }
.lead { font-size: 16px; max-width: 65ch; }
dl { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 16px 0 0; padding: 14px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
dt { color: var(--weak); font-size: 13px; }
dd { margin: 0; font-weight: 600; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px; margin: 0 0 12px; }
article > p { color: var(--weak); max-width: 72ch; }
.missing { font-style: italic; }
details { border-top: 1px solid var(--line); padding: 6px 0; }
article > details:last-child { padding-bottom: 0; }
article > :last-child { margin-bottom: 0; }
summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: baseline; padding: 2px 0; }
summary::before { content: "▸"; color: var(--mark); width: 10px; }
details[open] > summary::before { content: "▾"; }
summary::-webkit-details-marker { display: none; }
summary:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 4px; }
summary span { color: var(--weak); font-size: 13px; }
summary .out { color: var(--out); }
code, pre { font-family: "Cascadia Mono", "DejaVu Sans Mono", ui-monospace, monospace; font-size: 13px; }
pre { margin: 8px 0; padding: 10px 12px; max-height: 360px; overflow: auto; background: var(--code); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
.sum { color: var(--weak); font-size: 13px; overflow-wrap: anywhere; }
table { border-collapse: collapse; background: var(--card); border: 1px solid var(--line); border-radius: 8px; min-width: 320px; }
th, td { text-align: left; padding: 6px 14px; border-bottom: 1px solid var(--line); font-weight: 400; }
th { color: var(--weak); font-size: 13px; }
tbody tr:last-child td { border-bottom: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
ul { margin: 0; padding-left: 20px; }
li { margin: 0 0 4px; }
@media print { pre { max-height: none; } }
`;
