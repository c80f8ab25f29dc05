// Finds the browser of the tests. This file is plain JavaScript, because it is imported before the
// dependencies are installed.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installWithApt } from './apt.mjs';

const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const browserNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const wellKnownPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Flags for an isolated browser without background traffic. The browser's sandbox is disabled only for root,
 * because it does not work there.
 */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * The path of Chromium's headless shell, or of the whole browser if there is no shell. The shell needs a
 * third less time for a page. It has no back/forward cache and no autofill, and it draws text differently.
 * Tests of these features use {@link findChromium}.
 */
export function findHeadlessShell() {
  return readConfiguredPath() ?? listPaths(shellNames).find(isExecutable) ?? findChromium();
}

/**
 * The path of a Chromium or Chrome on this machine. Without one, throws an error that describes the next
 * step.
 */
export function findChromium() {
  const path = readConfiguredPath() ?? [...listPaths(browserNames), ...wellKnownPaths].find(isExecutable);
  if (path !== undefined) return path;
  throw new Error(
    'No Chromium or Chrome was found, and the browser tests need one. Install it (Debian: apt-get install chromium; ' +
      'macOS: brew install --cask google-chrome) or set PGW_CHROMIUM to its path.',
  );
}

/** Finds the browsers of the tests. Installs a missing one from Debian if that needs no password. */
export function ensureChromium() {
  try {
    findChromium();
  } catch (error) {
    if (!installWithApt('chromium', 'Chromium for the browser tests')) throw error;
    findChromium();
  }
  if (readConfiguredPath() !== undefined || listPaths(shellNames).some(isExecutable)) return;
  if (!installWithApt('chromium-headless-shell', "Chromium's headless shell, for faster browser tests"))
    console.log("The tests run in the whole browser. They take less time with Chromium's headless shell.");
}

/** The path from an environment variable. Throws if that file is not executable. */
function readConfiguredPath() {
  for (const variable of ['PGW_CHROMIUM', 'CHROME_PATH']) {
    const path = process.env[variable];
    if (path === undefined || path === '') continue;
    if (isExecutable(path)) return path;
    throw new Error(
      `${variable} is "${path}", which is not an executable file. Set it to the path of a Chromium or Chrome.`,
    );
  }
  return undefined;
}

/** The paths of these files in each folder of PATH. */
function listPaths(fileNames) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return fileNames.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
