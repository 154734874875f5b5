/** The style of a notebook's page, in light and dark. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1d1f23; --quiet: #5f6672; --page: #fdfdfc; --code: #f3f3f0; --line: #dcdcd6; --link: #0b57b0; --bad: #a8201a; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e3; --quiet: #a0a5ae; --page: #17181b; --code: #212327; --line: #383b41; --link: #86b7f5; --bad: #ff9288; }
}
body { margin: 0; background: var(--page); color: var(--text); font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 2em 0 0.6em; }
h1 { margin-top: 0; font-size: 2rem; }
h2 { font-size: 1.4rem; }
h3, h4, h5, h6 { font-size: 1.1rem; }
p, ul, ol, pre, table, figure, img { margin: 0 0 1em; }
a { color: var(--link); }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
p code, li code { background: var(--code); padding: 0.1em 0.3em; border-radius: 3px; }
pre { overflow-x: auto; white-space: pre-wrap; background: var(--code); padding: 0.8rem 1rem; border-radius: 6px; }
figcaption { color: var(--quiet); font-size: 0.8125rem; margin-bottom: 0.25rem; }
section.outputs { border-left: 3px solid var(--line); padding-left: 1rem; }
section.outputs pre { background: none; padding: 0; }
pre.error, pre.stderr { color: var(--bad); }
img { max-width: 100%; background: #fff; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9375rem; }
th, td { text-align: left; padding: 0.3rem 0.7rem; border-bottom: 1px solid var(--line); }
`;
