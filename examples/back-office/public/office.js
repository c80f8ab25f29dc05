// Follows what changes by itself. Without it every page shows the same after a reload.
import { parsePage } from './own-page.js';

const everyMs = 2500;

/** A form that somebody is at stays as it is. */
function isInUse(region) {
  return region.contains(document.activeElement) || region.querySelector('details[open]') !== null;
}

/** Puts what changed in the place of the old. Answers whether more may come. */
function bringUpToDate(html) {
  const fresh = parsePage(html);
  for (const region of document.querySelectorAll('[data-live]')) {
    const news = fresh.querySelector(`[data-live="${CSS.escape(region.dataset.live)}"]`);
    if (news === null || news.innerHTML === region.innerHTML || isInUse(region)) continue;
    region.replaceChildren(...news.childNodes);
  }
  return fresh.querySelector('[data-poll]') !== null;
}

async function follow() {
  for (let mayChange = true; mayChange;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    if (document.hidden) continue;
    const answer = await fetch(location.pathname, { redirect: 'error' }).catch(() => undefined);
    // Not answered, or no longer signed in: the page stays as it was.
    if (answer?.ok) mayChange = bringUpToDate(await answer.text());
    else if (answer !== undefined) return;
  }
}

if (document.querySelector('[data-poll]') !== null) void follow();

// A form that was sent is not sent again by an impatient second press.
document.addEventListener('submit', (event) => {
  if (event.target.method !== 'post') return;
  if (event.target.dataset.sent !== undefined) event.preventDefault();
  event.target.dataset.sent = '';
});
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) delete form.dataset.sent;
});

// Whoever types an amount means a part.
document.addEventListener('input', (event) => {
  if (event.target.dataset.part === undefined) return;
  event.target.form.querySelector('[name="how"][value="part"]').checked = true;
});

document.querySelector('[data-focus]')?.focus();
