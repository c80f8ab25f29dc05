import { expect } from '@open-wc/testing';
import { navigate } from '../src/element/navigation.ts';
import { safeUrl } from '../src/api/safe-url.ts';

describe('navigate', () => {
  function exit(): { assigned: string[]; assign: (url: string) => void } {
    const assigned: string[] = [];
    return { assigned, assign: (url) => assigned.push(url) };
  }

  it('navigates to the URL', () => {
    const way = exit();
    expect(navigate('https://bank.example/a?b=1', way)).to.equal(true);
    expect(way.assigned).to.deep.equal(['https://bank.example/a?b=1']);
  });

  it('navigates to a path of the shop, such as the page of a redirection script', () => {
    const way = exit();
    expect(navigate('/pgw/payments/RC-1/redirect', way)).to.equal(true);
    expect(way.assigned).to.deep.equal([`${location.origin}/pgw/payments/RC-1/redirect`]);
  });

  it('only http and https URLs are navigated to', () => {
    // oxlint-disable-next-line no-script-url
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,a',
      'file:///etc/passwd',
      'http://',
      'blob:x',
    ]) {
      const way = exit();
      expect(navigate(url, way), url).to.equal(false);
      expect(way.assigned).to.deep.equal([]);
      expect(safeUrl(url)).to.equal(null);
    }
  });

  it('a refused navigation returns false, as in a frame that may not navigate the tab', () => {
    const refusing = {
      assign: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    };
    expect(navigate('https://bank.example/', refusing)).to.equal(false);
  });
});
