import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serverTemplates, startLinkedShop } from './linked-shop.ts';

const gateway = 'http://127.0.0.1:1';

it.each(serverTemplates.map(([name]) => name))(
  'a shop of the template %s does not start without its settings, and names the variables',
  async (name) => {
    const settings = { PGW_BASE_URL: '', PGW_SECRET_KEY: '' };
    await expect(startLinkedShop(name, { gateway, settings })).rejects.toThrow(
      'Not set: PGW_BASE_URL, PGW_SECRET_KEY. Copy .env.example to .env, or set them in the environment.',
    );
  },
);

it.each([
  [{ PGW_PUBLIC_URL: 'shop.example' }, 'publicUrl must be an https address'],
  [{ PGW_BASE_URL: 'http://gateway.example' }, 'baseUrl must begin with https://'],
  [{ VERCEL: '1' }, 'Vercel (VERCEL is set) does not keep the files of a process.'],
])('a shop does not start with %j, and says why', async (settings, reason) => {
  await expect(startLinkedShop('hono', { gateway, settings })).rejects.toThrow(reason);
});

it.each(['node', 'next'])('the server of the templates with the folder %s reads PORT from .env', (folder) => {
  const file = new URL(`../templates/${folder}/package.json`, import.meta.url);
  // The file is part of this package, so its form is known.
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
  // Next.js reads PORT before it loads .env, so Node loads the file first.
  for (const name of ['start', 'dev:shop' in scripts ? 'dev:shop' : 'dev'])
    expect(scripts[name]).toMatch(/node (--watch )?--env-file-if-exists=\.env /);
});
