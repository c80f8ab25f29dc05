/** Copies a text; false where the browser refuses, as in a frame without the right or an app's own browser. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Selects what an element says, so that one press of the device's own copying is enough. */
export function selectText(element: Element): void {
  getSelection()?.selectAllChildren(element);
}
