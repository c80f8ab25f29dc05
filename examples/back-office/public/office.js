// Updates pages while something is pending. Without scripts every page shows the same after a reload.
import { parsePage } from './parse-page.js';

const everyMs = 2500;

/** A form that is open or has the focus is not replaced. */
function isInUse(region) {
  return region.contains(document.activeElement) || region.querySelector('details[open]') !== null;
}

/** Replaces the regions that changed. Returns whether more changes may follow. */
function update(html) {
  const fresh = parsePage(html);
  for (const region of document.querySelectorAll('[data-live]')) {
    const changed = fresh.querySelector(`[data-live="${CSS.escape(region.dataset.live)}"]`);
    if (changed === null || changed.innerHTML === region.innerHTML || isInUse(region)) continue;
    region.replaceChildren(...changed.childNodes);
  }
  showCopyButtons();
  return fresh.querySelector('[data-poll]') !== null;
}

async function poll() {
  for (let mayChange = true; mayChange;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    if (document.hidden) continue;
    const response = await fetch(location.pathname, { redirect: 'error' }).catch(() => undefined);
    // A failed request, or a session that has ended: the page stays as it is.
    if (response?.ok) mayChange = update(await response.text());
    else if (response !== undefined) return;
  }
}

/** The clipboard is there only over HTTPS and on this machine; elsewhere there is no button. */
function showCopyButtons() {
  if (navigator.clipboard === undefined) return;
  for (const button of document.querySelectorAll('[data-copy][hidden]')) button.hidden = false;
}

async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = 'Copied';
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button !== null) void copy(button);
});

// A second press does not send a form again.
document.addEventListener('submit', (event) => {
  if (event.target.method !== 'post') return;
  if (event.target.dataset.sent !== undefined) event.preventDefault();
  event.target.dataset.sent = '';
});
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) delete form.dataset.sent;
});

// Typing an amount chooses "Part".
document.addEventListener('input', (event) => {
  if (event.target.dataset.part === undefined) return;
  event.target.form.querySelector('[name="how"][value="part"]').checked = true;
});

showCopyButtons();
if (document.querySelector('[data-poll]') !== null) void poll();
document.querySelector('[data-focus]')?.focus();
