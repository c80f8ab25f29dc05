// Chooses the folder of the pnpm store and of the caches. This file is plain JavaScript, because it runs before
// the dependencies are installed.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * If the home folder is missing or cannot be written, makes `.pgw/home` of the clone the home folder of this
 * process and its programs, and prints it. The user's settings of npm are still read.
 */
export function ensureWritableHome() {
  const home = homedir();
  if (isWritable(home)) return;
  const replacement = join(root, '.pgw', 'home');
  mkdirSync(replacement, { recursive: true });
  const settings = join(home, '.npmrc');
  if (existsSync(settings)) process.env.npm_config_userconfig ??= settings;
  process.env.HOME = replacement;
  console.log(
    `The home folder ${home} is missing or cannot be written. The pnpm store and the caches are in ${replacement}.`,
  );
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
