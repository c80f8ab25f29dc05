// The last step of the build: writes dist/cdn/manifest.json, which lists the files that a CDN serves.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createManifest } from './manifest.mjs';

const cdnDirectory = fileURLToPath(new URL('../dist/cdn/', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

writeFileSync(
  `${cdnDirectory}manifest.json`,
  `${JSON.stringify(createManifest(cdnDirectory, version), null, 2)}\n`,
);
