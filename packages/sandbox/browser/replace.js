// @ts-check

/**
 * Replaces an element by its new state. Details stay open or closed, and the focus stays: at a button
 * that does not exist any more, it moves to the element. An element whose form the
 * reader is filling in or has sent is not replaced.
 *
 * @param {Element} current
 * @param {Element} next
 */
export function replace(current, next) {
  const focused = document.activeElement;
  const isFilling = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement;
  if (isFilling && current.contains(focused)) return;
  // The next page is being loaded.
  if (current.querySelector('[data-sent-form]') !== null) return;
  for (const details of current.querySelectorAll('details[data-key]'))
    next
      .querySelector(`[data-key="${CSS.escape(keyOf(details))}"]`)
      ?.toggleAttribute('open', details.hasAttribute('open'));
  for (const button of next.querySelectorAll('[data-copy]')) button.removeAttribute('hidden');
  keepCopied(current, next);
  keepInputs(current, next);
  if (current.outerHTML === next.outerHTML) return;
  const path = focused !== null && current.contains(focused) ? pathOf(focused, current) : undefined;
  current.replaceWith(next);
  if (path === undefined) return;
  const successor = path.reduce(
    (/** @type {Element | undefined} */ node, index) => node?.children[index],
    next,
  );
  const isSame = successor?.tagName === focused?.tagName && successor?.textContent === focused?.textContent;
  const target = isSame ? successor : next.closest('[tabindex]');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * Takes over the texts of copy buttons that say what happened, until their labels are shown again.
 *
 * @param {Element} current
 * @param {Element} next
 */
function keepCopied(current, next) {
  for (const button of current.querySelectorAll('[data-copy-label]')) {
    const copied = CSS.escape(button.getAttribute('data-copy') ?? '');
    const successor = next.querySelector(`[data-copy="${copied}"]`);
    successor?.setAttribute('data-copy-label', button.getAttribute('data-copy-label') ?? '');
    if (successor !== null) successor.textContent = button.textContent;
  }
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
  for (const select of current.querySelectorAll('select')) {
    const successor = next.querySelector(`#${CSS.escape(select.id)}`);
    if (successor instanceof HTMLSelectElement) successor.value = select.value;
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
export function keyOf(element) {
  return element.getAttribute('data-key') ?? '';
}
