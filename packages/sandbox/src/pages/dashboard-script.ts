import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const manifestPath = createRequire(import.meta.url).resolve('@pgw/sandbox/package.json');
const folder = join(manifestPath, '../browser');

/** The modules of the dashboard's script by their file names, from the folder `browser` of this package. */
export const dashboardModules: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
