// npm run bench -- office [embedded] [postgres] [--payments 20000] [--rounds 30]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fromSources } from '../../scripts/from-sources.mjs';

const program = fileURLToPath(new URL('src/pages.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [...fromSources, program, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
