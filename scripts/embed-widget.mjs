// Puts the element's scripts where @pgw/express serves them from. It may not import @pgw/checkout (whose code runs in
// browsers), so the build hands over the finished files.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../packages/checkout/dist/cdn/', import.meta.url));
const assets = fileURLToPath(new URL('../packages/express/assets/', import.meta.url));

rmSync(assets, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
cpSync(`${built}pgw-checkout.js`, `${assets}checkout.js`);
// What the script loads only when it is needed.
if (existsSync(`${built}pgw-checkout`))
  cpSync(`${built}pgw-checkout`, `${assets}checkout`, { recursive: true });
