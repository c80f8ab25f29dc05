import { expect, it } from 'vitest';
import { openPage } from './browser.ts';
import { findOverflow } from './layout-measurement.ts';

/** The findings on a page of 320 px with this content. */
async function measure(content: string): Promise<string[]> {
  const page = await openPage({ viewport: { width: 320, height: 600 } });
  await page.setContent(`<style>* { margin: 0; font: 16px monospace }</style>${content}`);
  return page.evaluate(findOverflow);
}

const wide = '<p style="width: 400px">Rimba Coffee</p>';

it('a text beyond the edge of the screen is reported with its element and its size, and the page with its width', async () => {
  expect(
    await measure(
      '<header><a class="brand" style="margin-left: 300px; white-space: nowrap">Rimba</a></header>',
    ),
  ).toEqual([
    expect.stringMatching(/^a\.brand "Rimba" is \d+ px outside header$/),
    expect.stringMatching(/^the page is 3\d\d px wide$/),
  ]);
});

it('a text that is larger than its box is reported, also in a shadow root', async () => {
  const box = '<div class="box" style="width: 40px; white-space: nowrap">RM 1,234.50</div>';
  const expected = [expect.stringMatching(/^div\.box "RM 1,234\.50" is \d+ px outside div\.box$/)];
  expect(await measure(box)).toEqual(expected);
  expect(await measure(`<article><template shadowrootmode="open">${box}</template></article>`)).toEqual(
    expected,
  );
});

it('a text that its box cuts off is reported', async () => {
  expect(await measure('<div class="row" style="height: 10px; overflow: hidden">Reference</div>')).toEqual([
    expect.stringMatching(/^div\.row "Reference" is cut off by div\.row by \d+ px$/),
  ]);
});

it('a text for screen readers is not reported, and neither is an element with a negative margin', async () => {
  expect(
    await measure(
      '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">Language</span><p style="width: 60px"><button style="margin-right: -14px; width: 74px">Copy</button></p>',
    ),
  ).toEqual([]);
});

it('a box that the keyboard can scroll may have wide content, and another box may not', async () => {
  expect(await measure(`<div tabindex="0" style="overflow-x: auto">${wide}</div>`)).toEqual([]);
  expect(
    await measure(`<div style="overflow-x: auto"><p style="width: 400px; text-align: right">Rimba</p></div>`),
  ).toEqual([expect.stringContaining('p "Rimba" is')]);
});
