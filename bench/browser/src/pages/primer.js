// Primer's published Lit components as a list of payment buttons. The complete checkout needs Primer's
// servers. The bench measures only the components of the list, which is an advantage for Primer.
import { loadPrimer } from '@primer-io/primer-js';

loadPrimer();
const { channels } = await (await fetch('/peers/session.json')).json();
const list = document.querySelector('#list');
for (const { name, imageUrl } of channels) {
  const button = document.createElement('primer-button');
  button.setAttribute('variant', 'secondary');
  const image = new Image(36, 36);
  image.src = imageUrl;
  button.append(image, name);
  list.append(button);
}
