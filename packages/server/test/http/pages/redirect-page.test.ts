import { expect, it } from 'vitest';
import { toScriptContent } from '../../../src/http/handlers/redirect-page.ts';

it.each([
  ['location.href = "/a"', 'location.href = "/a"'],
  [' <script type="text/javascript">\ngo()\n</script>\n', '\ngo()\n'],
  ['<SCRIPT>go()</SCRIPT >', 'go()'],
  ['<!--\ngo()\n//-->', '<!--\ngo()\n//-->'],
  ['for (i = 0; i<script.length; i++);', 'for (i = 0; i<script.length; i++);'],
])('toScriptContent removes the tags around the code: %j', (text, code) => {
  expect(toScriptContent(text)).toBe(code);
});

it.each([
  `document.write("<form></form><script>go()</script>")`,
  `document.write('<!-- <script> </SCRIPT>')`,
  `s = "</script><img src=x onerror=alert(1)>"`,
  `s = "<!--<script>"`,
])('the content of a redirection script runs unchanged and cannot end its script element: %s', (text) => {
  const content = toScriptContent(text);
  expect(content).not.toMatch(/<\/script/i);
  expect(/<!--[^]*<script/i.test(content)).toBe(false);
  // Runs the code with a document that records the written markup. Returns this markup and the value of `s`.
  const recordCalls = (code: string): unknown[] => {
    const calls: unknown[] = [];
    // oxlint-disable-next-line no-new-func, no-implied-eval -- the code of this test
    const run = new Function('document', 'calls', `let s; ${code}; if (s !== undefined) calls.push(s)`);
    run({ write: (markup: string) => calls.push(markup) }, calls);
    return calls;
  };
  expect(recordCalls(content)).toEqual(recordCalls(text));
});
