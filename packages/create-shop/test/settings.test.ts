import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { selectTemplates, startLinkedShop } from './linked-shop.ts';
import { selectCases } from '../../../scripts/nightly.ts';

const gateway = 'http://127.0.0.1:1';

it.each(selectTemplates('express').map(([name]) => name))(
  'a shop of the template %s does not start without its settings, and names the variables',
  async (name) => {
    const settings = { PGW_BASE_URL: '', PGW_SECRET_KEY: '' };
    await expect(startLinkedShop(name, { gateway, settings })).rejects.toThrow(
      'Not set: PGW_BASE_URL, PGW_SECRET_KEY. Copy .env.example to .env, or set them in the environment.',
    );
  },
);

const wrongSettings = [
  [{ PGW_PUBLIC_URL: 'shop.example' }, 'publicUrl must be an https address'],
  [{ PGW_BASE_URL: 'http://gateway.example' }, 'baseUrl must begin with https://'],
  [{ VERCEL: '1' }, 'Vercel (VERCEL is set) does not keep the files of a process.'],
] as const;
it.each(selectCases(wrongSettings, 1))(
  'a shop does not start with %j, and says why',
  async (settings, reason) => {
    await expect(startLinkedShop('hono', { gateway, settings })).rejects.toThrow(reason);
  },
);

it.each(selectTemplates('hono').map(([name]) => name))(
  '`npm start` of the template %s listens on PORT of .env',
  async (name) => {
    const { url, stop } = await startLinkedShop(name, { gateway, areSettingsInFile: true });
    onTestFinished(stop);
    expect((await fetch(`${url}/favicon.ico`)).status).toBe(204);
  },
);

// next-shop.fresh.test.ts starts these servers.
it('each script of the template next that starts its server loads .env', () => {
  const file = new URL('../templates/next/package.json', import.meta.url);
  // The file is part of this package, so its form is known.
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
  for (const name of ['start', 'dev:shop']) expect(scripts[name]).toMatch(/^node serve\.mjs /);
});
