import { expect } from '@open-wc/testing';
import { prepareClosingAnimation } from '../src/channels/close-panel.ts';

function createList(): { readonly form: HTMLFormElement; readonly item: Element; readonly panel: Element } {
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

describe('the closing of a panel', () => {
  afterEach(() => document.querySelector('form')?.remove());

  it('a closing panel is animated as an inert copy, which is removed after the animation', async () => {
    const { form, item, panel } = createList();
    const animateClosing = prepareClosingAnimation(form);
    panel.remove();
    animateClosing();
    const copy = item.querySelector('.panel');
    expect(copy?.getAttribute('aria-hidden')).to.equal('true');
    expect(copy?.hasAttribute('inert')).to.equal(true);
    // The panel is 200 px high, and the animation has just started.
    expect(copy?.getBoundingClientRect().height).to.be.within(100, 200);
    await Promise.all(copy?.getAnimations().map(({ finished }) => finished) ?? []);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(item.querySelector('.panel')).to.equal(null);
  });

  it('the copy of a closing panel has no ids, and the form does not contain its radio buttons', () => {
    const { form, panel } = createList();
    const animateClosing = prepareClosingAnimation(form);
    panel.remove();
    animateClosing();
    expect(new FormData(form).get('bank')).to.equal(null);
    expect(form.querySelectorAll('[id], [for], .panel [name]').length).to.equal(0);
  });

  it('a panel that stays open is not copied', () => {
    const { form, item } = createList();
    prepareClosingAnimation(form)();
    expect(item.querySelectorAll('.panel').length).to.equal(1);
  });
});
