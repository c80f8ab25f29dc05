// The baseline: a minimal Lit element for the same list. It has no states, errors or languages, and few styles.
import { LitElement, css, html } from 'lit';

class LitList extends LitElement {
  static properties = { session: {}, banks: {} };
  static styles = css`
    label {
      display: flex;
      gap: 12px;
      align-items: center;
      min-height: 62px;
    }
    img {
      width: 36px;
      height: 36px;
    }
  `;

  connectedCallback() {
    super.connectedCallback();
    void this.load();
  }

  async load() {
    this.session = await (await fetch(`/pgw/session?order=${this.getAttribute('order')}`)).json();
  }

  render() {
    if (!this.session) return html`<p>…</p>`;
    return html`<form>
      ${this.session.channels.map(
        (channel) =>
          html`<label>
              <input type="radio" name="channel" .value=${channel.id} @change=${() => this.choose(channel)} />
              <img src=${channel.imageUrl} alt="" />${channel.name}
            </label>
            ${channel.kind === 'provider' ? this.renderBanks() : ''}`,
      )}
      <button>Pay</button>
    </form>`;
  }

  async choose({ id, kind }) {
    if (kind !== 'provider') return;
    const response = await fetch(`/pgw/channels/${id}/banks?order=${this.getAttribute('order')}`);
    this.banks = (await response.json()).banks;
  }

  renderBanks() {
    return (this.banks ?? []).map(
      (bank) =>
        html`<label
          ><input type="radio" name="bank" .value=${bank.id} /><img
            src=${bank.imageUrl}
            alt=""
          />${bank.displayName}</label
        >`,
    );
  }
}

customElements.define('lit-list', LitList);
