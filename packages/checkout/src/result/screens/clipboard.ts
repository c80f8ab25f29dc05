/** Returns false if the browser does not allow copying, such as in a frame or in the browser of an app. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Selects the text of an element, so that the shopper can copy it with the menu of the device. */
export function selectText(element: Element): void {
  getSelection()?.selectAllChildren(element);
}
