import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openShop } from '../shop.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A path of members in a document, such as `operator.refunds.create`. */
const pathPattern = /\b(?<!profile\.)((?:operator|visitorChecks|savedCards)(?:\.(?!ts\b|js\b)[a-zA-Z]+)+)/g;

it('every operation that a document names exists', async () => {
  const documents = globSync(['docs/*.md', 'README.md', '{packages,examples}/*/README.md'], { cwd: root });
  const names = new Map<string, string>();
  for (const document of documents)
    for (const [, path = ''] of readFileSync(join(root, document), 'utf8').matchAll(pathPattern))
      names.set(path, document);
  const shop = await openShop();
  const missing = [...names].filter(([path]) => {
    let value: unknown = shop.checkout;
    for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
    return value === undefined;
  });
  await shop.close();
  expect(missing).toEqual([]);
  expect(names.size).toBeGreaterThan(20);
});
