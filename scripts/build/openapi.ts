// Writes openapi/gateway.json and openapi/storefront.json from the endpoint table and the storefront schemas.
// A test compares the files of the repository with the current schemas.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { gatewayDocument, storefrontDocument } from '../../packages/protocol/src/openapi/index.ts';

const folder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'openapi');

mkdirSync(folder, { recursive: true });
for (const [name, document] of [
  ['gateway', gatewayDocument()],
  ['storefront', storefrontDocument()],
] as const) {
  // Prettier formats the text, so that the generated file passes the format check.
  const text = await format(JSON.stringify(document), { parser: 'json', printWidth: 110 });
  writeFileSync(join(folder, `${name}.json`), text);
  console.log(`openapi/${name}.json`);
}
