/** Whether an element may move the focus into itself: it has the focus, or no element of the page has it. */
export function mayTakeFocus(element: Element): boolean {
  let active = document.activeElement;
  while (active !== element && active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active === null || active === document.body || active === element;
}
