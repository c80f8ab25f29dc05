import { expect } from '@open-wc/testing';
import { closePanel } from '../src/channels/close-panel.ts';

function list(): { readonly form: HTMLFormElement; readonly item: Element; readonly panel: Element } {
  const form = document.createElement('form');
  form.innerHTML = `
    <div class="item">
      <div class="panel" style="height: 200px">
        <label for="one">Bank Seri</label><input type="radio" id="one" name="bank" value="B8" checked>
      </div>
    </div>
    <input type="radio" name="bank" value="B1">`;
  document.body.append(form);
  const item = form.querySelector('.item');
  const panel = form.querySelector('.panel');
  if (item === null || panel === null) throw new Error('The list has no panel.');
  return { form, item, panel };
}

describe('a panel that closes', () => {
  afterEach(() => document.querySelector('form')?.remove());

  it('closes before the shopper’s eyes, out of reach, and is gone', async () => {
    const { form, item, panel } = list();
    const close = closePanel(form);
    panel.remove();
    close();
    const picture = item.querySelector('.panel');
    expect(picture?.getAttribute('aria-hidden')).to.equal('true');
    expect(picture?.hasAttribute('inert')).to.equal(true);
    expect(picture?.getBoundingClientRect().height).to.be.within(100, 200);
    await Promise.all(picture?.getAnimations().map(({ finished }) => finished) ?? []);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(item.querySelector('.panel')).to.equal(null);
  });

  it('its radios are none of the form’s, and its ids are nobody’s', () => {
    const { form, panel } = list();
    const close = closePanel(form);
    panel.remove();
    close();
    expect(new FormData(form).get('bank')).to.equal(null);
    expect(form.querySelectorAll('[id], [for], .panel [name]').length).to.equal(0);
  });

  it('a panel that stays is left alone', () => {
    const { form, item } = list();
    closePanel(form)();
    expect(item.querySelectorAll('.panel').length).to.equal(1);
  });
});
