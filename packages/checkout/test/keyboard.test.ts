import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../src/define.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside, readText, waitForNextTurn } from './gallery.ts';
import { stubServer } from './stub-server.ts';

describe('<pgw-checkout> with real key presses', () => {
  it('a shopper can pay by keyboard from the first Tab to the redirect without losing the focus', async () => {
    const server = stubServer({ session: shop.session, banks: { banks: shop.banks }, start: shop.start });
    const urls: string[] = [];
    const element = document.createElement('pgw-checkout');
    element.order = shop.order.id;
    element.fetcher = server.fetcher;
    element.navigation = { assign: (url) => urls.push(url) };
    document.body.append(element);
    await eventually(() => findInside(element, 'label'));
    const readFocus = (): string => {
      const focused = element.shadowRoot?.activeElement;
      return focused instanceof HTMLInputElement
        ? `${focused.name || focused.id} ${focused.value}`
        : (focused?.id ?? '');
    };
    const press = async (key: string): Promise<string> => {
      await sendKeys({ press: key });
      await waitForNextTurn();
      return readFocus();
    };

    expect(await press('Tab')).to.equal('channel 1');
    expect(await press('Space')).to.equal('channel 1');
    expect(await press('ArrowDown')).to.equal('channel 2');
    expect(await press('ArrowUp')).to.equal('channel 1');
    // Up on the first channel chooses the last one. The disabled channel 7 is skipped.
    expect(await press('ArrowUp')).to.equal('channel 9');
    expect(await press('ArrowUp')).to.equal('channel 8');
    expect(await press('ArrowUp')).to.equal('channel 6');
    // The next presses choose the channels 5, 4, 3, 2 and 1.
    for (let count = 0; count < 5; count += 1) await press('ArrowUp');
    expect(readFocus()).to.equal('channel 1');
    await eventually(() => findInside(element, '#search'));

    expect(await press('Tab')).to.equal('search ');
    await sendKeys({ type: 'bank se' });
    expect(await press('ArrowDown')).to.equal('bank B7');
    expect(await press('ArrowDown')).to.equal('bank B8');
    expect(await press('Tab')).to.equal('others');
    expect(await press('Tab')).to.equal('pay');
    expect(readText(element)).to.contain('at Bank Seri');
    // The second press must not start another payment.
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Enter' });
    await eventually(() => {
      expect(urls.length).to.equal(1);
    });
    expect(server.listStarts().map((sent) => sent['bankId'])).to.deep.equal(['B8']);
    expect(readFocus()).to.equal('title');
    expect(urls.length).to.equal(1);
    element.remove();
  });
});
