// Writes openapi/gateway.json and openapi/storefront.json from the endpoint table and the storefront schemas.
// A test compares what is checked in with what this makes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { gatewayDocument, storefrontDocument } from '../packages/protocol/src/openapi/index.ts';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'openapi');

mkdirSync(folder, { recursive: true });
for (const [name, document] of [
  ['gateway', gatewayDocument()],
  ['storefront', storefrontDocument()],
] as const) {
  // As the formatter wants it, so that a generated file passes the same check as a written one.
  const text = await format(JSON.stringify(document), { parser: 'json', printWidth: 110 });
  writeFileSync(join(folder, `${name}.json`), text);
  console.log(`openapi/${name}.json`);
}
