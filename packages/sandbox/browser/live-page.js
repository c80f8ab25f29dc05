// @ts-check
// Keeps an open page current, by the event stream of the sandbox.

import { isListUnused, updateList } from './live-list.js';
import { replace } from './replace.js';

/**
 * The time that a page waits after an event before it loads its new content, in milliseconds. Events of one request
 * arrive together.
 */
const updateDelayMs = 60;
/** The delay before the next connection after the event stream has failed, in milliseconds. */
const reconnectDelayMs = 1500;
const streamLock = 'pgw-sandbox-events';

const banner = document.querySelector('.stream-banner');

/** @type {ReturnType<typeof setTimeout> | undefined} */
let updateTimer;
let isUpdating = false;
let isUpdateNeeded = false;

/**
 * Keeps the page current by the events of the sandbox. One tab holds the connection and sends its events to the others,
 * because a browser opens only six connections to a server. A page without Web Locks opens its own connection.
 */
export async function keepCurrent() {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    openStream(() => undefined);
    return;
  }
  const channel = new BroadcastChannel(streamLock);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'activity') scheduleUpdate();
    else showBanner(data === 'lost');
  });
  // The page may have changed between its rendering and this listener.
  scheduleUpdate();
  // The lock is held until the tab is closed. Then another tab gets it.
  await navigator.locks.request(streamLock, () => {
    // A message of a BroadcastChannel has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    openStream((message) => channel.postMessage(message));
    return new Promise(() => undefined);
  });
}

/** @param {(message: 'activity' | 'lost' | 'open') => void} broadcast */
function openStream(broadcast) {
  const stream = new EventSource('/dashboard/events');
  stream.addEventListener('activity', () => {
    broadcast('activity');
    scheduleUpdate();
  });
  stream.addEventListener('open', () => {
    // The page may have changed since the server rendered it, or while the connection was lost.
    scheduleUpdate();
    broadcast('open');
    showBanner(false);
  });
  stream.addEventListener('error', () => {
    broadcast('lost');
    showBanner(true);
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(() => openStream(broadcast), reconnectDelayMs);
  });
  // A page in the back/forward cache may not have an open connection.
  addEventListener('pagehide', () => stream.close(), { once: true });
}

/** @param {boolean} isLost */
function showBanner(isLost) {
  if (banner instanceof HTMLElement) banner.hidden = !isLost;
}

/** Updates the page soon. Events without a pause do not delay the update. */
function scheduleUpdate() {
  updateTimer ??= setTimeout(() => {
    updateTimer = undefined;
    void update({ isInserting: isListUnused() });
  }, updateDelayMs);
}

/**
 * Loads the current page and takes over its changed parts.
 *
 * @param {{ isInserting: boolean }} options
 */
export async function update({ isInserting }) {
  if (isUpdating) {
    isUpdateNeeded = true;
    return;
  }
  isUpdating = true;
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (response.ok) {
      const next = new DOMParser().parseFromString(await response.text(), 'text/html');
      updateList(next, isInserting);
      updateRegions(next);
    }
  } catch {
    // The event stream reports a sandbox that does not answer.
  } finally {
    isUpdating = false;
  }
  if (!isUpdateNeeded) return;
  isUpdateNeeded = false;
  scheduleUpdate();
}

/** @param {Document} next */
function updateRegions(next) {
  for (const region of document.querySelectorAll('[data-live]')) {
    const name = region.getAttribute('data-live');
    const nextRegion = next.querySelector(`[data-live="${name}"]`);
    if (nextRegion !== null) replace(region, nextRegion);
  }
}
