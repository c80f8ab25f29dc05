import { expect } from '@open-wc/testing';
import { navigate, unwrapScript } from '../src/element/navigation.ts';
import { safeUrl } from '../src/api/safe-url.ts';

declare global {
  interface Window {
    ranByGateway?: string | undefined;
  }
}

describe('navigate', () => {
  function exit(): { assigned: string[]; assign: (url: string) => void; document: Document } {
    const assigned: string[] = [];
    return { assigned, assign: (url) => assigned.push(url), document };
  }

  it('a redirect by URL navigates to the URL', () => {
    const way = exit();
    expect(navigate({ type: 'url', url: 'https://bank.example/a?b=1' }, way)).to.equal(true);
    expect(way.assigned).to.deep.equal(['https://bank.example/a?b=1']);
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
      expect(navigate({ type: 'url', url }, way), url).to.equal(false);
      expect(way.assigned).to.deep.equal([]);
      expect(safeUrl(url)).to.equal(null);
    }
  });

  it('a redirect by script runs with or without script tags, and its script element is removed', () => {
    for (const script of [
      'window.ranByGateway = "yes"',
      ' <script type="text/javascript">window.ranByGateway = "yes"</script>\n',
    ]) {
      window.ranByGateway = undefined;
      expect(navigate({ type: 'script', script, url: null }, exit())).to.equal(true);
      expect(window.ranByGateway).to.equal('yes');
    }
    expect(document.head.textContent).not.to.contain('ranByGateway');
  });

  it('a redirect by script has the nonce of the page', () => {
    const own = document.createElement('script');
    own.nonce = 'abc123';
    own.setAttribute('nonce', 'abc123');
    document.head.append(own);
    const script = 'window.ranByGateway = document.currentScript.nonce';
    navigate({ type: 'script', script, url: null }, exit());
    own.remove();
    expect(window.ranByGateway).to.equal('abc123');
  });

  it('in a frame the URL is preferred to the script, and a refused navigation returns false', () => {
    const refusing = {
      assign: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
      document,
      isFramed: true,
    };
    expect(navigate({ type: 'url', url: 'https://bank.example/' }, refusing)).to.equal(false);
    const way = { ...exit(), isFramed: true };
    window.ranByGateway = undefined;
    const script = 'window.ranByGateway = "yes"';
    expect(navigate({ type: 'script', script, url: 'https://bank.example/a' }, way)).to.equal(true);
    expect(way.assigned).to.deep.equal(['https://bank.example/a']);
    expect(window.ranByGateway).to.equal(undefined);
  });

  it('a script without tags is not changed', () => {
    expect(unwrapScript('location.href = "/a"')).to.equal('location.href = "/a"');
    expect(unwrapScript('document.write("<script>a</script>")')).to.equal(
      'document.write("<script>a</script>")',
    );
  });
});
