// @ts-check
// The script of the dashboard. Without it, every page works, and shows changes after a reload.

/**
 * The time that a page waits after an event before it loads its new content, in milliseconds. Events of one request
 * arrive together.
 */
const updateDelayMs = 60;
/** The delay before the next connection after the event stream has failed, in milliseconds. */
const reconnectDelayMs = 1500;
const streamLock = 'pgw-sandbox-events';

const list = document.querySelector('[data-live-list]');
const banner = document.querySelector('.stream-banner');

/** @type {ReturnType<typeof setTimeout> | undefined} */
let updateTimer;
let isUpdating = false;
let isUpdateNeeded = false;

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const copyButton = target?.closest('[data-copy]');
  if (copyButton instanceof HTMLElement) void copy(copyButton);
  if (target?.closest('.new-rows') !== null) void update({ isInserting: true });
});
// A form that was sent cannot be sent again before the next page is loaded.
document.addEventListener('submit', (event) => {
  const { submitter } = event;
  if (submitter === null) return;
  if (submitter.hasAttribute('data-sent')) event.preventDefault();
  submitter.setAttribute('data-sent', '');
  submitter.setAttribute('aria-disabled', 'true');
});
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset['exponent'] !== undefined) showSentAmount(target);
});
showCopyButtons(document);
if (document.querySelector('[data-live]') !== null) void shareEvents();

/** @param {ParentNode} root */
function showCopyButtons(root) {
  for (const button of root.querySelectorAll('[data-copy]')) button.removeAttribute('hidden');
}

/** @param {HTMLElement} button */
async function copy(button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Select the text and copy it';
  }
  announce(button.textContent);
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
}

/**
 * Shows the integer that will be sent for a typed amount. The server checks the amount.
 *
 * @param {HTMLInputElement} input
 */
function showSentAmount(input) {
  const exponent = Number(input.dataset['exponent']);
  const [, whole, decimals = ''] =
    /^(\d{1,13})(?:\.(\d*))?$/.exec(input.value.replaceAll(/[\s,]|RM/g, '')) ?? [];
  const isValid = whole !== undefined && decimals.length <= exponent;
  const text = isValid ? `Sent as ${Number(whole + decimals.padEnd(exponent, '0'))}` : 'Not an amount';
  const output = document.querySelector(`[data-sent="${input.id}"]`);
  if (output !== null) output.textContent = text;
}

/** @param {string} text */
function announce(text) {
  const region = document.querySelector('#live-status');
  if (region !== null) region.textContent = text;
}

/**
 * Receives the events of the sandbox. One tab holds the connection and sends its events to the others, because a
 * browser opens only six connections to a server. A page without Web Locks opens its own connection.
 */
async function shareEvents() {
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

function scheduleUpdate() {
  clearTimeout(updateTimer);
  updateTimer = setTimeout(() => void update({ isInserting: isListUnused() }), updateDelayMs);
}

/** New rows are inserted only where the reader cannot lose the place: at the top, without pointer and focus. */
function isListUnused() {
  if (list === null) return false;
  const { top } = list.getBoundingClientRect();
  return top >= 0 && !list.matches(':hover') && !list.contains(document.activeElement);
}

/**
 * Loads the current page and takes over its changed parts.
 *
 * @param {{ isInserting: boolean }} options
 */
async function update({ isInserting }) {
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

/**
 * Replaces the rows that have changed. New rows are inserted, or counted in a button above the list.
 *
 * @param {Document} next
 * @param {boolean} isInserting
 */
function updateList(next, isInserting) {
  const nextList = next.querySelector('[data-live-list]');
  if (list === null || nextList === null) return;
  const rows = new Map([...list.querySelectorAll('[data-key]')].map((row) => [keyOf(row), row]));
  const nextRows = [...nextList.querySelectorAll('tr[data-key]')];
  const newRows = nextRows.filter((row) => !rows.has(keyOf(row)));
  for (const row of nextRows) {
    const current = rows.get(keyOf(row));
    if (current !== undefined) replace(current, row);
  }
  const button = document.querySelector('.new-rows');
  const body = list.querySelector('tbody');
  if (newRows.length === 0 || !(button instanceof HTMLElement)) return;
  if (body === null || isInserting) {
    if (body === null) list.replaceChildren(...nextList.childNodes);
    else insertRows(body, nextRows, newRows);
    button.hidden = true;
    return;
  }
  const name = newRows.length === 1 ? button.dataset['one'] : button.dataset['many'];
  const text = `${newRows.length} ${name ?? 'new rows'}`;
  if (button.textContent !== text) button.textContent = text;
  button.hidden = false;
}

/**
 * @param {Element} body
 * @param {Element[]} nextRows
 * @param {Element[]} newRows
 */
function insertRows(body, nextRows, newRows) {
  const nextKeys = new Set(nextRows.map(keyOf));
  for (const row of newRows) row.classList.add('new');
  body.prepend(...newRows);
  // Rows that are now on the next page of the list.
  for (const row of body.querySelectorAll('tr')) if (!nextKeys.has(keyOf(row))) row.remove();
}

/** @param {Document} next */
function updateRegions(next) {
  for (const region of document.querySelectorAll('[data-live]')) {
    const name = region.getAttribute('data-live');
    const nextRegion = next.querySelector(`[data-live="${name}"]`);
    if (nextRegion !== null) replace(region, nextRegion);
  }
}

/**
 * Replaces an element by its new state. Open details stay open, and the focus stays. An element whose form the
 * reader is filling in is not replaced.
 *
 * @param {Element} current
 * @param {Element} next
 */
function replace(current, next) {
  const focused = document.activeElement;
  const isFilling = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement;
  if (isFilling && current.contains(focused)) return;
  for (const details of current.querySelectorAll('details[open][data-key]'))
    next.querySelector(`[data-key="${CSS.escape(keyOf(details))}"]`)?.setAttribute('open', '');
  for (const button of next.querySelectorAll('[data-copy]')) button.removeAttribute('hidden');
  keepInputs(current, next);
  if (current.outerHTML === next.outerHTML) return;
  const path = focused !== null && current.contains(focused) ? pathOf(focused, current) : undefined;
  current.replaceWith(next);
  if (path === undefined) return;
  const successor = path.reduce(
    (/** @type {Element | undefined} */ node, index) => node?.children[index],
    next,
  );
  if (successor instanceof HTMLElement) successor.focus({ preventScroll: true });
}

/**
 * Takes over what the reader has typed, also when the focus is already on the button of the form.
 *
 * @param {Element} current
 * @param {Element} next
 */
function keepInputs(current, next) {
  for (const input of current.querySelectorAll('input')) {
    const successor = input.id === '' ? null : next.querySelector(`#${CSS.escape(input.id)}`);
    if (!(successor instanceof HTMLInputElement)) continue;
    if (input.value !== input.defaultValue) successor.value = input.value;
    if (input.checked !== input.defaultChecked) successor.checked = input.checked;
  }
}

/**
 * Returns the indexes of the elements from an ancestor to an element.
 *
 * @param {Element} element
 * @param {Element} ancestor
 */
function pathOf(element, ancestor) {
  /** @type {number[]} */
  const path = [];
  for (let node = element; node !== ancestor && node.parentElement !== null; node = node.parentElement)
    path.unshift([...node.parentElement.children].indexOf(node));
  return path;
}

/** @param {Element} element */
function keyOf(element) {
  return element.getAttribute('data-key') ?? '';
}
