import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dashboardModules } from '../../src/pages/dashboard-script.ts';
import { startSandboxWithMerchant } from '../merchant.ts';

it('every module that the script of the dashboard imports is served as a script that a browser may keep', async () => {
  await using setup = await startSandboxWithMerchant();
  const page = await (await fetch(`${setup.sandbox.url}/dashboard`)).text();
  const [, entry = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? [];
  const loaded = new Set<string>();
  const load = async (url: string): Promise<void> => {
    if (loaded.has(url)) return;
    loaded.add(url);
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('cache-control')).toContain('immutable');
    for (const [, path = ''] of (await response.text()).matchAll(/ from '([^']+)'/g))
      await load(new URL(path, url).href);
  };
  await load(new URL(entry, setup.sandbox.url).href);
  const names = new Set([...loaded].map((url) => url.split('/').at(-1)));
  expect(names).toStrictEqual(new Set(dashboardModules.keys()));
});

it('the package has every module of the script', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { files } = JSON.parse(manifest) as { readonly files: readonly string[] };
  const packed = files.filter((file) => file.startsWith('browser/'));
  expect(new Set(packed)).toStrictEqual(
    new Set([...dashboardModules.keys()].map((name) => `browser/${name}`)),
  );
});
