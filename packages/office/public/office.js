// Updates a page while a payment, refund or payout is pending. Without scripts, a reload shows the same
// content.
import { parsePage } from './parse-page.js';

const pollIntervalMs = 2500;

/** True for a region that contains the focus or an open `details` element. Such a region is not replaced. */
function isInUse(region) {
  return region.contains(document.activeElement) || region.querySelector('details[open]') !== null;
}

/**
 * Replaces the regions (elements with `data-live`) that changed. Returns true when a payment, refund or payout
 * of the page is still pending.
 */
function updateRegions(html) {
  const newPage = parsePage(html);
  for (const region of document.querySelectorAll('[data-live]')) {
    const newRegion = newPage.querySelector(`[data-live="${CSS.escape(region.dataset.live)}"]`);
    if (newRegion === null || newRegion.innerHTML === region.innerHTML || isInUse(region)) continue;
    region.replaceChildren(...newRegion.childNodes);
  }
  showCopyButtons();
  return newPage.querySelector('[data-poll]') !== null;
}

async function poll() {
  let isPending = true;
  while (isPending) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    if (document.hidden) continue;
    const response = await fetch(location.pathname, { redirect: 'error' }).catch(() => undefined);
    // A failed request is repeated at the next interval. Any other response ends the polling.
    if (response?.ok) isPending = updateRegions(await response.text());
    else if (response !== undefined) return;
  }
}

/** Shows the copy buttons. Browsers have the clipboard API only over HTTPS and on localhost. */
function showCopyButtons() {
  if (navigator.clipboard === undefined) return;
  for (const button of document.querySelectorAll('[data-copy][hidden]')) button.hidden = false;
}

async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = button.dataset.copied;
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button !== null) void copy(button);
});

// A second click does not send a form again.
document.addEventListener('submit', (event) => {
  if (event.target.method !== 'post') return;
  if (event.target.dataset.sent !== undefined) event.preventDefault();
  event.target.dataset.sent = '';
});
// When the browser shows this page again after a step back, its forms can be sent again.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) delete form.dataset.sent;
});

// Input in the amount field selects the option "Part".
document.addEventListener('input', (event) => {
  if (event.target.dataset.partialAmount === undefined) return;
  event.target.form.querySelector('[name="how"][value="part"]').checked = true;
});

showCopyButtons();
if (document.querySelector('[data-poll]') !== null) void poll();
// While a page loads, the browser moves the focus to the fragment of its URL.
const focusTarget = document.querySelector('[data-focus]');
focusTarget?.focus();
addEventListener('load', () => setTimeout(() => focusTarget?.focus()));
