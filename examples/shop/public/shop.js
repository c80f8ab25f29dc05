// Makes the pages quicker and kinder. Without it every form and link still works.

/** Puts the regions of a fresh copy of a page in the place of the old ones. */
function swap(html, names) {
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  for (const name of names) {
    const from = fresh.querySelector(`[data-live="${name}"]`);
    const to = document.querySelector(`[data-live="${name}"]`);
    if (from !== null && to !== null) to.replaceChildren(...from.childNodes);
  }
  enhance();
  return fresh;
}

/** What only works with scripts is hidden until they run. */
function enhance() {
  for (const button of document.querySelectorAll('[data-step][hidden], [data-print][hidden]'))
    button.hidden = false;
  for (const box of document.querySelectorAll('[data-fade]')) fadeLater(box);
}

/** Takes the undo away after ten seconds, but not from under a pointer or the keyboard. */
function fadeLater(box) {
  delete box.dataset.fade;
  const timer = setInterval(() => {
    if (box.matches(':hover, :focus-within')) return;
    clearInterval(timer);
    box.remove();
  }, 10_000);
}

// Forms that change the bag answer in place; focus stays where it is, or moves to what took its place.
document.addEventListener('submit', async (event) => {
  const form = event.target;
  const names = form.dataset.swap;
  if (names === undefined) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const button = event.submitter;
  const label = button?.getAttribute('aria-label') ?? null;
  try {
    const answer = await fetch(form.action, { method: 'POST', body });
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`);
    swap(await answer.text(), names.split(' '));
  } catch {
    form.submit();
    return;
  }
  if (button?.isConnected) return;
  const again = [...document.querySelectorAll('button[aria-label]:enabled')].find(
    (other) => other.getAttribute('aria-label') === label,
  );
  (again ?? document.querySelector('.undo button') ?? document.querySelector('main')).focus();
});

document.addEventListener('click', (event) => {
  const step = event.target.closest('[data-step]');
  if (step !== null) {
    const input = step.parentElement.querySelector('input');
    if (step.dataset.step === '1') input.stepUp();
    else input.stepDown();
  }
  if (event.target.closest('[data-print]') !== null) print();
});

// The payment was settled: the server's words follow. They are asked for again, because it is the server that knows.
document.addEventListener('pgw-result', async () => {
  const stage = document.querySelector('[data-stage]');
  if (stage === null) return;
  for (const delayMs of [0, 500, 2000, 5000]) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const answer = await fetch(location.href).catch(() => undefined);
    if (answer === undefined || !answer.ok) continue;
    const html = await answer.text();
    const now = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-stage]')
      ?.dataset.stage;
    if (now === undefined || now === stage.dataset.stage) continue;
    stage.dataset.stage = now;
    swap(html, ['heading', 'retry', 'next', 'bag-link']);
    return;
  }
});

// Beside the form there is room for the whole order.
if (matchMedia('(min-width: 64rem)').matches) {
  for (const summary of document.querySelectorAll('.summary details')) summary.open = true;
}

enhance();
document.querySelector('[data-focus]')?.focus();
