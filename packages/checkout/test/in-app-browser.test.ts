import { expect } from '@open-wc/testing';
import { createExternalBrowserUrl } from '../src/pay/views/in-app-browser-notice.ts';
import { isInAppBrowser } from '../src/pay/views/in-app-browser.ts';
import { eventually, findInside, restoreBrowser, show, readText } from './gallery.ts';

const page = 'https://shop.example/checkout/A1?x=1#pay';

describe('the browser of another app', () => {
  it('the browser of another app is recognized by its user agent', () => {
    expect(isInAppBrowser('Mozilla/5.0 (Linux; Android 16) Instagram 400.0')).to.equal(true);
    expect(isInAppBrowser('Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/500.0]')).to.equal(true);
  });

  it('Chrome and Safari are not recognized as the browser of another app', () => {
    for (const agent of [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    ])
      expect(isInAppBrowser(agent)).to.equal(false);
  });

  it('on Android, a link in the browser of another app opens the page in the default browser', () => {
    expect(createExternalBrowserUrl('Mozilla/5.0 (Linux; Android 16) Instagram 400.0', page)).to.equal(
      'intent://shop.example/checkout/A1?x=1#Intent;scheme=https;action=android.intent.action.VIEW;end',
    );
  });

  it('on an iPhone, there is no link that opens the page in the default browser', () => {
    expect(createExternalBrowserUrl('Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/500.0]', page)).to.equal(null);
  });

  it('the browser of another app shows a notice with a link that opens the default browser', async () => {
    const element = await show('in-app-browser');
    await eventually(() => {
      expect(readText(element)).to.contain('Open in browser');
    });
    expect(findInside(element, '.notice a').getAttribute('href')).to.contain('intent://');
    restoreBrowser();
    element.remove();
  });
});

describe('the URL of the page', () => {
  it('if the browser of another app refuses to copy the URL of the page, a dialog shows the URL', async () => {
    const { clipboard } = navigator;
    const refusing = { writeText: () => Promise.reject(new Error('Refused')) };
    Object.defineProperty(navigator, 'clipboard', { value: refusing, configurable: true });
    const promptedUrls: unknown[] = [];
    const realPrompt = window.prompt;
    window.prompt = (_text, url) => {
      promptedUrls.push(url);
      return null;
    };
    const element = await show('chosen');
    Object.defineProperty(navigator, 'userAgent', { value: '(iPhone) [FBAN/FBIOS]', configurable: true });
    element.requestUpdate();
    await eventually(() => findInside(element, '.notice button'));
    findInside(element, '.notice button').click();
    await eventually(() => {
      expect(promptedUrls).to.deep.equal([location.href]);
    });
    window.prompt = realPrompt;
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    restoreBrowser();
    element.remove();
  });
});

describe('copying the reference of a payment', () => {
  it('the button beside a reference copies it, and a text that is also announced confirms this', async () => {
    const element = await show('copied');
    expect(readText(element)).to.contain('Reference copied');
    await eventually(() => {
      expect(findInside(element, '[role=status]').textContent).to.equal('Reference copied');
    });
    element.remove();
  });

  it('if the browser refuses to copy the reference, it is selected, and a text explains how to copy it', async () => {
    const element = await show('success');
    const { clipboard } = navigator;
    const refusing = { writeText: () => Promise.reject(new Error('Refused')) };
    Object.defineProperty(navigator, 'clipboard', { value: refusing, configurable: true });
    findInside(element, '.copy').click();
    await eventually(() => {
      expect(readText(element)).to.contain('The reference is selected.');
    });
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    element.remove();
  });
});

describe('the facts of a payment', () => {
  it('the facts of a payment with a fee contain the order amount, the fee and the total', async () => {
    const element = await show('success-fee');
    expect(readText(element)).to.match(/Order amount RM.128\.90 KilatPay fee RM.0\.50 Total RM.129\.40/);
    element.remove();
  });
});
