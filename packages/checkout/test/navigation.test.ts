import { expect } from '@open-wc/testing';
import { navigate } from '../src/element/navigation.ts';
import { toSafeUrl } from '../src/api/safe-url.ts';

describe('navigate', () => {
  function createNavigation(): { urls: string[]; assign: (url: string) => void } {
    const urls: string[] = [];
    return { urls, assign: (url) => urls.push(url) };
  }

  it('navigate() assigns an https URL and returns true', () => {
    const navigation = createNavigation();
    expect(navigate('https://bank.example/a?b=1', navigation)).to.equal(true);
    expect(navigation.urls).to.deep.equal(['https://bank.example/a?b=1']);
  });

  it('navigate() resolves a path of the shop to an absolute URL', () => {
    const navigation = createNavigation();
    expect(navigate('/pgw/payments/RC-1/redirect', navigation)).to.equal(true);
    expect(navigation.urls).to.deep.equal([`${location.origin}/pgw/payments/RC-1/redirect`]);
  });

  it('navigate() returns false and toSafeUrl() returns null for a URL that is invalid or not http or https', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,a',
      'file:///etc/passwd',
      'http://',
      'blob:x',
    ]) {
      const navigation = createNavigation();
      expect(navigate(url, navigation), url).to.equal(false);
      expect(navigation.urls).to.deep.equal([]);
      expect(toSafeUrl(url)).to.equal(null);
    }
  });

  it('navigate() returns false if the browser blocks the navigation, as in a sandboxed frame', () => {
    const blockedNavigation = {
      assign: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    };
    expect(navigate('https://bank.example/', blockedNavigation)).to.equal(false);
  });
});
