// The last step of the build: writes manifest.json, which lists all files.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { manifestOf } from './manifest.mjs';

const cdn = fileURLToPath(new URL('../dist/cdn/', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

writeFileSync(`${cdn}manifest.json`, `${JSON.stringify(manifestOf(cdn, version), null, 2)}\n`);
