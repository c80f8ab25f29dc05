// @ts-check
// The script of the dashboard. Without it, every page works, and shows changes after a reload.

import { announce } from './announce.js';
import { keepCurrent, update } from './live-page.js';

/** The time for which a copy button says what happened, in milliseconds. */
const copiedMs = 2000;

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const copyButton = target?.closest('[data-copy]');
  if (copyButton instanceof HTMLElement) void copy(copyButton);
  if (target?.closest('.new-rows') !== null) void update({ isInserting: true });
});
// A form that was sent cannot be sent again before the next page is loaded, except on a page to which the reader returns.
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[data-sent-form]')) {
    button.removeAttribute('data-sent-form');
    button.removeAttribute('aria-disabled');
  }
});
document.addEventListener('submit', (event) => {
  const { submitter } = event;
  if (submitter === null) return;
  if (submitter.hasAttribute('data-sent-form')) event.preventDefault();
  submitter.setAttribute('data-sent-form', '');
  submitter.setAttribute('aria-disabled', 'true');
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenu();
});
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset['exponent'] !== undefined) showSentAmount(target);
});
for (const button of document.querySelectorAll('[data-copy]')) button.removeAttribute('hidden');
if (document.querySelector('[data-live]') !== null) void keepCurrent();

/** Closes the navigation of narrow screens, unless the focus is elsewhere on the page. */
function closeMenu() {
  const menu = document.querySelector('.menu');
  const { activeElement } = document;
  if (!(menu instanceof HTMLDetailsElement) || !menu.open) return;
  if (activeElement !== document.body && menu.parentElement?.contains(activeElement) !== true) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

/** @param {HTMLElement} button */
async function copy(button) {
  button.dataset['copyLabel'] ??= button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Select the text and copy it';
  }
  announce(button.textContent);
  setTimeout(restoreCopyButtons, copiedMs);
}

/** Shows the labels of the copy buttons again. An update of the page may have replaced the buttons. */
function restoreCopyButtons() {
  for (const button of document.querySelectorAll('[data-copy-label]')) {
    button.textContent = button.getAttribute('data-copy-label');
    button.removeAttribute('data-copy-label');
  }
}

/**
 * Shows the integer that will be sent for a typed amount. The server checks the amount.
 *
 * @param {HTMLInputElement} input
 */
function showSentAmount(input) {
  const exponent = Number(input.dataset['exponent']);
  const digits = input.value
    .replace(input.dataset['symbol'] ?? '', '')
    .replaceAll(/\s|,(?=\d{3}(?:\D|$))/g, '');
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d*))?$/.exec(digits) ?? [];
  const isValid = whole !== undefined && decimals.length <= exponent;
  const text = isValid ? `Sent as ${Number(whole + decimals.padEnd(exponent, '0'))}` : 'Not an amount';
  const output = document.querySelector(`[data-sent="${input.id}"]`);
  if (output !== null) output.textContent = text;
}
