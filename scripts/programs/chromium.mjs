// Finds the browser of the tests. This file is plain JavaScript, because it is imported before the
// dependencies are installed.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installWithApt } from './apt.mjs';
import { findPinnedChromium, isChromiumPinned } from './pinned-programs.mjs';
import { describeInstallation } from './system-packages.mjs';

const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const browserNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const installationHint = `Install it (${describeInstallation('chromium')}) or set PGW_CHROMIUM to its path.`;
/** The paths of browsers on macOS and Windows, where they are not in PATH. */
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
  // The shared memory is in the temporary folder, because /dev/shm of a container often has 64 MB only.
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The pages of a browser context share a process, because each process needs a third of a second of CPU time.
  '--renderer-process-limit=1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * The path of a headless Chromium: the one of PGW_CHROMIUM, the pinned one, or one of this machine. It has no
 * back/forward cache and no autofill. Tests of these features use {@link findChromium}.
 */
export function findHeadlessShell() {
  return (
    readConfiguredPath() ?? findPinnedChromium() ?? listPaths(shellNames).find(isExecutable) ?? findChromium()
  );
}

/**
 * True if {@link findHeadlessShell} is the pinned Chromium. Only its pictures are compared, because another
 * version draws some pixels differently.
 */
export function isHeadlessShellPinned() {
  return readConfiguredPath() === undefined && findPinnedChromium() !== undefined;
}

/**
 * The path of a complete Chromium or Chrome on this machine. Without one, throws an error that describes the
 * next step.
 */
export function findChromium() {
  const path = findCompleteChromium();
  if (path !== undefined) return path;
  throw new Error(`No complete Chromium or Chrome was found. ${installationHint}`);
}

/** The reason why tests that need a complete Chromium cannot run, or undefined if there is one. */
export function whyNoCompleteChromium() {
  if (findCompleteChromium() !== undefined) return undefined;
  return `They need a complete Chromium, because the headless one has no autofill and no back/forward cache. ${installationHint}`;
}

/** Installs a complete Chromium from Debian if it is missing and that needs no password. */
export function installChromium() {
  if (findCompleteChromium() === undefined)
    installWithApt('chromium', 'Chromium for the tests of autofill and the back/forward cache');
}

/**
 * Throws an error with the next step if the tests would have no browser at all. Call it before the dependencies
 * are installed: they bring one only for some platforms.
 */
export function requireAnyChromium() {
  if (isChromiumPinned() || listPaths(shellNames).some(isExecutable)) readConfiguredPath();
  else findChromium();
}

function findCompleteChromium() {
  const otherPaths = process.platform === 'linux' ? [] : wellKnownPaths;
  return readConfiguredPath() ?? [...listPaths(browserNames), ...otherPaths].find(isExecutable);
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
