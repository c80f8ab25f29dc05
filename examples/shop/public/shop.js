// Updates pages without a navigation. Without it every form and link still works.
import { parsePage } from './parse-page.js';

/** Replaces regions of the page with those of a newer copy. */
function swap(html, names) {
  const fresh = parsePage(html);
  for (const name of names) {
    const from = fresh.querySelector(`[data-live="${name}"]`);
    const to = document.querySelector(`[data-live="${name}"]`);
    if (from === null || to === null) continue;
    // The same as replaceChildren, which older browsers do not have.
    to.textContent = '';
    to.append(...from.childNodes);
  }
  enhance();
}

/** Shows what works only with scripts. */
function enhance() {
  for (const button of document.querySelectorAll('[data-step][hidden], [data-print][hidden]'))
    button.hidden = false;
  for (const box of document.querySelectorAll('[data-fade]')) fadeLater(box);
}

/** Removes the undo after ten seconds, but not while the pointer or the focus is on it. */
function fadeLater(box) {
  delete box.dataset.fade;
  const timer = setInterval(() => {
    if (box.matches(':hover, :focus-within')) return;
    clearInterval(timer);
    box.remove();
  }, 10_000);
}

/** Sends a form that changes the bag and shows the response in place. The focus stays, or moves to the replacement. */
async function sendInPlace(form, button) {
  const label = button?.getAttribute('aria-label');
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const response = await fetch(form.action, { method: 'POST', body });
    if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
    swap(await response.text(), form.dataset.swap.split(' '));
  } catch {
    form.submit();
    return;
  }
  if (button === null || button.isConnected) return;
  const again = [...document.querySelectorAll('button[aria-label]')].find(
    (other) => other.getAttribute('aria-label') === label,
  );
  // At the limit the button is disabled: the focus moves to its neighbour.
  const next = again?.disabled ? again.parentElement.querySelector('button:enabled') : again;
  (next ?? document.querySelector('.undo button') ?? document.querySelector('main')).focus();
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.swap === undefined) return;
  event.preventDefault();
  void sendInPlace(event.target, event.submitter);
});

document.addEventListener('click', (event) => {
  const step = event.target.closest('[data-step]');
  if (step !== null) {
    const input = step.parentElement.querySelector('input');
    if (step.dataset.step === '1') input.stepUp();
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

/** Newer copies of this page, while the server may still be fulfilling the order. */
async function* freshCopies() {
  for (const delayMs of [0, 500, 2000, 5000]) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const response = await fetch(location.href).catch(() => undefined);
    if (response?.ok) yield response.text();
  }
}

/** The payment was settled: fetches the page until the server reports the new stage. */
async function follow(page) {
  for await (const html of freshCopies()) {
    const stage = parsePage(html).querySelector('[data-stage]')?.dataset.stage;
    if (stage === undefined || stage === page.dataset.stage) continue;
    page.dataset.stage = stage;
    swap(html, ['heading', 'extra', 'next', 'bag-link']);
    return;
  }
}

/** Updates the number of the bag after a payment without a navigation. The URL now responds with the order. */
async function recount() {
  const link = document.querySelector('[data-live="bag-link"]');
  const before = link?.textContent;
  for await (const html of freshCopies()) {
    swap(html, ['bag-link']);
    if (link?.textContent !== before) return;
  }
}

document.addEventListener('pgw-result', ({ detail }) => {
  const page = document.querySelector('[data-stage]');
  if (page !== null) void follow(page);
  else if (detail.state === 'paid') void recount();
});

/** Replaces the result of the last payment with the checkout. */
async function payAgain() {
  const response = await fetch(location.pathname);
  swap(await response.text(), ['heading', 'extra', 'payment', 'next']);
  history.replaceState(null, '', location.pathname);
  document.querySelector('[data-live="heading"]').focus();
}

document.addEventListener('pgw-retry', (event) => {
  event.preventDefault();
  payAgain().catch(() => location.assign(location.pathname));
});

// There is space for the whole order beside the form.
if (matchMedia('(min-width: 64rem)').matches) {
  for (const summary of document.querySelectorAll('.summary details')) summary.open = true;
}

enhance();
document.querySelector('[data-focus]')?.focus();
