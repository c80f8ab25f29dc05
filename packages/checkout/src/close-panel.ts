const closeMs = 120;

/**
 * Lets a panel that an update takes away close before the shopper's eyes. Called before the update; what it answers is
 * called after it. What closes is a picture: out of reach for keys, screen readers and the form.
 */
export function panelCloser(root: ParentNode): () => void {
  const panel = root.querySelector<HTMLElement>('.item .panel');
  const item = panel?.parentElement;
  if (panel === null || item == null) return () => {};
  const height = panel.offsetHeight;
  return () => {
    if (panel.isConnected || !item.isConnected || prefersStillness()) return;
    const picture = pictureOf(panel);
    item.append(picture);
    const gone = (): void => picture.remove();
    picture
      .animate([{ height: `${String(height)}px` }, { height: 0, opacity: 0, paddingBlock: 0, margin: 0 }], {
        duration: closeMs,
        easing: 'cubic-bezier(.2,0,0,1)',
      })
      .finished.then(gone, gone);
  };
}

function prefersStillness(): boolean {
  return (
    matchMedia('(prefers-reduced-motion: reduce)').matches || typeof Element.prototype.animate !== 'function'
  );
}

/** A copy that can't be reached. Its radios lose their names, or they would be radios of the list's own groups. */
function pictureOf(panel: HTMLElement): HTMLElement {
  const picture = document.createElement('div');
  picture.className = panel.className;
  picture.append(...Array.from(panel.childNodes, (child) => child.cloneNode(true)));
  picture.setAttribute('aria-hidden', 'true');
  picture.toggleAttribute('inert', true);
  // A panel that appears opens; this one only closes.
  picture.style.transition = 'none';
  for (const element of picture.querySelectorAll('*'))
    for (const name of ['id', 'name', 'for']) element.removeAttribute(name);
  return picture;
}
