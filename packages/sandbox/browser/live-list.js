// @ts-check

import { announce } from './announce.js';
import { keyOf, replace } from './replace.js';

const list = document.querySelector('[data-live-list]');
const button = document.querySelector('.new-rows');

/** The time between two announcements of new rows, in milliseconds. Under load, more of them would hide other texts. */
const announcementMs = 10_000;
let announcedAt = -announcementMs;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let announcementTimer;

/** New rows are inserted only where the reader cannot lose the place: at the top, without pointer and focus. */
export function isListUnused() {
  if (list === null) return false;
  const { top } = list.getBoundingClientRect();
  return top >= 0 && !list.matches(':hover') && !list.contains(document.activeElement);
}

/**
 * Replaces the rows that have changed. New and missing rows are taken over, or offered in a button above the list.
 *
 * @param {Document} next
 * @param {boolean} isInserting
 */
export function updateList(next, isInserting) {
  const nextList = next.querySelector('[data-live-list]');
  if (list === null || nextList === null) return;
  const nextRows = mapRows(nextList);
  for (const [key, row] of mapRows(list)) {
    const nextRow = nextRows.get(key);
    if (nextRow !== undefined) replace(row, nextRow);
  }
  const rows = mapRows(list);
  const newCount = [...nextRows.keys()].filter((key) => !rows.has(key)).length;
  const hasMissing = [...rows.keys()].some((key) => !nextRows.has(key));
  const isOffered = newCount > 0 || hasMissing;
  if (rows.size === 0 || nextRows.size === 0) showOtherList(nextList, isOffered);
  else if (isOffered && !isInserting) return offer(newCount);
  else takeOver(rows, nextRows);
  if (button instanceof HTMLElement) button.hidden = true;
}

/**
 * Shows the first rows of an empty list, or a list that is empty now, as after a reset.
 *
 * @param {Element} nextList
 * @param {boolean} isOther
 */
function showOtherList(nextList, isOther) {
  if (list === null || list.innerHTML === nextList.innerHTML) return;
  list.replaceChildren(...nextList.childNodes);
  if (isOther && mapRows(list).size === 0) announce(list.textContent.trim());
}

/** @param {number} newCount */
function offer(newCount) {
  if (!(button instanceof HTMLElement)) return;
  const name = newCount === 1 ? button.dataset['one'] : button.dataset['many'];
  const text = newCount === 0 ? 'Show the current list' : `${newCount} ${name ?? 'new rows'}`;
  if (button.textContent === text && !button.hidden) return;
  button.textContent = text;
  button.hidden = false;
  announcementTimer ??= setTimeout(announceOffer, announcedAt + announcementMs - performance.now());
}

function announceOffer() {
  announcementTimer = undefined;
  if (!(button instanceof HTMLElement) || button.hidden) return;
  announcedAt = performance.now();
  announce(button.textContent);
}

/**
 * Inserts the new rows at their places, and removes the rows that are no longer in the list or on its next page.
 *
 * @param {Map<string, Element>} rows
 * @param {Map<string, Element>} nextRows
 */
function takeOver(rows, nextRows) {
  for (const [key, row] of rows) if (!nextRows.has(key)) row.remove();
  /** @type {Element | undefined} */
  let previous;
  for (const [key, nextRow] of nextRows) {
    const row = rows.get(key) ?? nextRow;
    if (row === nextRow && !rows.has(key)) {
      row.classList.add('new');
      if (previous === undefined) list?.querySelector('tbody')?.prepend(row);
      else previous.after(row);
    }
    previous = row;
  }
}

/**
 * Returns the rows of a list by their keys.
 *
 * @param {Element} element
 */
function mapRows(element) {
  return new Map([...element.querySelectorAll('tr[data-key]')].map((row) => [keyOf(row), row]));
}
