const durationMs = 120;

/**
 * Animates the closing of a panel that an update removes. Call it before the update, and call the returned
 * function after the update. The animated panel is a copy that the keyboard, screen readers and the form
 * ignore.
 */
export function prepareClosingAnimation(root: ParentNode): () => void {
  const panel = root.querySelector<HTMLElement>('.item .panel');
  const item = panel?.parentElement;
  if (panel === null || item == null) return () => {};
  const height = panel.offsetHeight;
  return () => {
    if (panel.isConnected || !item.isConnected || !canAnimate()) return;
    const copy = createInertCopy(panel);
    item.append(copy);
    const remove = (): void => copy.remove();
    copy
      .animate([{ height: `${String(height)}px` }, { height: 0, opacity: 0, paddingBlock: 0, margin: 0 }], {
        duration: durationMs,
        easing: 'cubic-bezier(.2,0,0,1)',
      })
      .finished.then(remove, remove);
  };
}

function canAnimate(): boolean {
  return (
    typeof Element.prototype.animate === 'function' && !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

function createInertCopy(panel: HTMLElement): HTMLElement {
  const copy = document.createElement('div');
  copy.className = panel.className;
  copy.append(...Array.from(panel.childNodes, (child) => child.cloneNode(true)));
  copy.setAttribute('aria-hidden', 'true');
  copy.toggleAttribute('inert', true);
  // Every added panel has an opening transition. The copy must not have it.
  copy.style.transition = 'none';
  // Radio buttons with the same name would join the groups of the list.
  for (const element of copy.querySelectorAll('*'))
    for (const name of ['id', 'name', 'for']) element.removeAttribute(name);
  return copy;
}
