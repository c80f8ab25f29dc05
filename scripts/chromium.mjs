// Where the browser of the tests is. Plain JavaScript: the bootstrap imports it before anything is installed.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const wellKnown = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Flags for a quiet, isolated browser; the sandbox is off only where it cannot work, for root. */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Path of a Chromium or Chrome on this machine. Throws one sentence that says what to do. */
export function chromiumPath() {
  for (const variable of ['PGW_CHROMIUM', 'CHROME_PATH']) {
    const path = process.env[variable];
    if (path === undefined || path === '') continue;
    if (isExecutable(path)) return path;
    throw new Error(
      `${variable} is "${path}", which is not an executable file. Point it at a Chromium or Chrome.`,
    );
  }
  const found = candidates().find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium or Chrome was found, and the browser tests need one. Install it (Debian: apt-get install chromium; ' +
      'macOS: brew install --cask google-chrome) or set PGW_CHROMIUM to its path.',
  );
}

/** As {@link chromiumPath}, after installing Debian's chromium where that is possible without asking. */
export function ensureChromium() {
  try {
    return chromiumPath();
  } catch (missing) {
    if (!aptInstall('chromium', 'Chromium for the browser tests')) throw missing;
    return chromiumPath();
  }
}

function candidates() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...wellKnown];
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
