// Puts the element's script where the packages that serve it look for it: @pgw/express may not import @pgw/checkout (its
// code runs on a server), so the build hands over the finished file.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const source = new URL('../packages/checkout/dist/cdn/pgw-checkout.js', import.meta.url);
const targets = ['../packages/express/assets/checkout.js'];

for (const target of targets) {
  const file = new URL(target, import.meta.url);
  mkdirSync(dirname(file.pathname), { recursive: true });
  copyFileSync(source, file);
}
