// @ts-check

/**
 * Announces a text to screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
  const region = document.querySelector('#live-status');
  if (region !== null) region.textContent = text;
}
