// Updates pages without a navigation. Every form and link also works without this script.
import { parsePage } from './parse-page.js';

/** Replaces regions of the page with the same regions of a newly fetched page. */
function replaceRegions(html, names) {
  const newPage = parsePage(html);
  for (const name of names) {
    const newRegion = newPage.querySelector(`[data-live="${name}"]`);
    const region = document.querySelector(`[data-live="${name}"]`);
    if (newRegion === null || region === null) continue;
    // Older browsers do not have `replaceChildren`.
    region.textContent = '';
    region.append(...newRegion.childNodes);
  }
  showScriptControls();
}

/** Shows the buttons that work only with scripts, and starts the timers of undo notices. */
function showScriptControls() {
  for (const button of document.querySelectorAll('[data-step][hidden], [data-print][hidden]'))
    button.hidden = false;
  for (const notice of document.querySelectorAll('[data-fade]')) removeAfterDelay(notice);
}

/** Removes an undo notice after ten seconds, but not while the pointer or the focus is on it. */
function removeAfterDelay(notice) {
  delete notice.dataset.fade;
  const timer = setInterval(() => {
    if (notice.matches(':hover, :focus-within')) return;
    clearInterval(timer);
    notice.remove();
  }, 10_000);
}

/**
 * Sends a form that changes the bag, and replaces regions of the page with those of the response. The focus
 * moves to the new copy of the button.
 */
async function sendInPlace(form, button) {
  const label = button?.getAttribute('aria-label');
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const response = await fetch(form.action, { method: 'POST', body });
    if (!response.ok) throw new Error(`The response has the status ${response.status}.`);
    replaceRegions(await response.text(), form.dataset.swap.split(' '));
  } catch {
    form.submit();
    return;
  }
  if (button === null || button.isConnected) return;
  const newButton = [...document.querySelectorAll('button[aria-label]')].find(
    (candidate) => candidate.getAttribute('aria-label') === label,
  );
  // At the lowest or highest quantity, the button is disabled. The focus then moves to the other button.
  const target = newButton?.disabled ? newButton.parentElement.querySelector('button:enabled') : newButton;
  (target ?? document.querySelector('.undo button') ?? document.querySelector('main')).focus();
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.swap === undefined) return;
  event.preventDefault();
  void sendInPlace(event.target, event.submitter);
});

document.addEventListener('click', (event) => {
  const stepButton = event.target.closest('[data-step]');
  if (stepButton !== null) {
    const input = stepButton.parentElement.querySelector('input');
    if (stepButton.dataset.step === '1') input.stepUp();
    else input.stepDown();
  }
  if (event.target.closest('[data-print]') !== null) print();
  for (const menu of document.querySelectorAll('[data-menu][open]'))
    if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener('keydown', (event) => {
  const menu = event.key === 'Escape' ? event.target.closest('[data-menu][open]') : null;
  if (menu === null) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});

document.addEventListener('focusin', (event) => {
  for (const menu of document.querySelectorAll('[data-menu][open]'))
    if (!menu.contains(event.target)) menu.open = false;
});

/** Fetches this page up to four times, because the server may still be fulfilling the order. */
async function* fetchPageRepeatedly() {
  for (const delayMs of [0, 500, 2000, 5000]) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const response = await fetch(location.href).catch(() => undefined);
    if (response?.ok) yield response.text();
  }
}

/** Fetches the page until the order has a new stage, then updates the regions. */
async function updateStage(page) {
  for await (const html of fetchPageRepeatedly()) {
    const stage = parsePage(html).querySelector('[data-stage]')?.dataset.stage;
    if (stage === undefined || stage === page.dataset.stage) continue;
    page.dataset.stage = stage;
    replaceRegions(html, ['heading', 'extra', 'next', 'bag-link']);
    return;
  }
}

document.addEventListener('pgw-result', ({ detail }) => {
  const page = document.querySelector('[data-stage]');
  const [, order] = /^\/checkout\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (page !== null) void updateStage(page);
  // A paid order leaves the step "Payment".
  else if (order !== undefined && ['paid', 'authorized'].includes(detail.state))
    location.replace(`/orders/${order}?payment=${encodeURIComponent(detail.reference)}`);
});

// The order may have been paid in another tab.
document.addEventListener('visibilitychange', () => {
  const page = document.querySelector('[data-stage]');
  if (page !== null && document.visibilityState === 'visible') void updateStage(page);
});

// The order page shows the result of the last payment. With ?pay in the URL, it shows the checkout, even
// while that payment is pending.
document.addEventListener('pgw-retry', (event) => {
  event.preventDefault();
  location.assign(`${location.pathname}?pay`);
});

// Wide pages have space for the whole order beside the form.
if (matchMedia('(min-width: 64rem)').matches) {
  for (const summary of document.querySelectorAll('.summary details')) summary.open = true;
}

showScriptControls();
document.querySelector('[data-focus]')?.focus();
