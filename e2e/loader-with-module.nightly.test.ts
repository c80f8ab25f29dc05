import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { locateChannel, openLoadingPage, readLoadedBuilds, strictPolicy } from './loading-page.ts';

// Tests the recommended script tags: the modern build as a module, and the loader.

const bothTags = `<script type="module" src="/pgw/checkout.mjs" nonce="n0nce"></script><script async src="/pgw/checkout.js" nonce="n0nce"></script>`;

it('in a current browser the module defines the element, and the loader requests the session', async () => {
  const loaded = await openLoadingPage({ head: bothTags, policy: strictPolicy });
  await locateChannel(loaded.page).waitFor();
  await loaded.page.waitForLoadState('load');
  expect(readLoadedBuilds(loaded)).toEqual([]);
  expect(loaded.requests.filter((path) => path.startsWith('/pgw/session'))).toHaveLength(1);
  expect(loaded.pageErrors).toEqual([]);
});

it.each([
  ['cannot be loaded', null],
  ['has syntax that the browser does not support', 'let 1 = ;'],
] as const)('the loader loads the legacy build if the module %s', async (_name, module) => {
  const loaded = await openLoadingPage({ head: bothTags, files: { 'checkout.mjs': module } });
  await locateChannel(loaded.page).waitFor();
  expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
});

it('the loader loads the legacy build if the module was changed after its integrity was computed', async () => {
  const integrity = `sha384-${'A'.repeat(64)}`;
  const head = bothTags.replace(' nonce', ` integrity="${integrity}" nonce`);
  const loaded = await openLoadingPage({ head });
  await locateChannel(loaded.page).waitFor();
  expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
  expect(loaded.pageErrors.join()).toContain('integrity');
});

it.each(['the module tag first', 'the loader first'])(
  'a browser that parses the module but is too old for it runs the legacy build (%s)',
  async (order) => {
    const [module = '', loader = ''] = bothTags.split(/(?<=<\/script>)/);
    const loaded = await openLoadingPage({
      head: order === 'the loader first' ? loader + module : bothTags,
      policy: strictPolicy,
      // Chrome 92 has no accent-color.
      initScript: () => Object.assign(CSS, { supports: () => false }),
    });
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
    expect(loaded.pageErrors).toEqual([
      'pgw: this browser needs the build of checkout.js: https://pgw-js.github.io/pgw/widget.',
    ]);
  },
);

/** Inserts both tags into a page that is loaded, as React does after a navigation in the browser. */
async function insertTags(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const attributes of [{ type: 'module', src: '/pgw/checkout.mjs' }, { src: '/pgw/checkout.js' }])
      document.head.append(Object.assign(document.createElement('script'), { async: true, ...attributes }));
  });
}

it('if a script inserts both tags later, the loader waits for the module and loads no other build', async () => {
  const loaded = await openLoadingPage({});
  const sessionRequest = loaded.page.waitForRequest(/\/session\?/);
  await loaded.page.route('**/checkout.mjs', async (route) => {
    await sessionRequest;
    await route.fallback();
  });
  await insertTags(loaded.page);
  await locateChannel(loaded.page).waitFor();
  expect(readLoadedBuilds(loaded)).toEqual([]);
  expect(loaded.requests.filter((path) => path === '/pgw/checkout.mjs')).toHaveLength(1);
  expect(loaded.pageErrors).toEqual([]);
});

it.each([
  ['cannot be loaded', null],
  ['has syntax that the browser does not support', 'let 1 = ;'],
])(
  'if a script inserts both tags later, the loader loads the legacy build if the module %s',
  async (_what, module) => {
    const loaded = await openLoadingPage({ files: { 'checkout.mjs': module } });
    await insertTags(loaded.page);
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
  },
);
