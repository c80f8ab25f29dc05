// Writes openapi/gateway.json and openapi/storefront.json from the endpoint table and the storefront schemas.
// A test compares the files of the repository with the current schemas.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { gatewayDocument, storefrontDocument } from '../../packages/protocol/src/openapi/index.ts';

const folder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'openapi');

mkdirSync(folder, { recursive: true });
for (const [name, document] of [
  ['gateway', gatewayDocument()],
  ['storefront', storefrontDocument()],
] as const) {
  // The generated file passes the format check.
  const { code } = await format(`${name}.json`, JSON.stringify(document), { printWidth: 110 });
  writeFileSync(join(folder, `${name}.json`), code);
  console.log(`openapi/${name}.json`);
}
