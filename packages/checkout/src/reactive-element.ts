import { render, type RenderOptions } from 'lit/html.js';
import { partStyles } from './part.ts';
import { addStyle } from './styles/add-style.ts';

/** Told when its element enters the page and leaves it. */
export interface ReactiveController {
  hostConnected?(): void;
  hostDisconnected?(): void;
}

/** An element as its controllers see it. Any LitElement is one. */
export interface ReactiveControllerHost {
  addController(controller: ReactiveController): void;
  /** Draws anew: once, when the running script is done. */
  requestUpdate(): void;
  /** Kept when it is drawn. */
  readonly updateComplete: Promise<boolean>;
}

/** How a property is kept beside an attribute. */
export interface PropertyOptions {
  /**
   * The attribute's name; left out, the property's own. False: it has none. True: the attribute of its name is all it is, for style
   * sheets alone, so a change draws nothing.
   */
  readonly attribute?: string | boolean;
  /** Reads the attribute's text, null where there is no attribute; left out, that is the value. */
  readonly read?: (text: string | null) => unknown;
}

/** What has changed since the last update, each with its value before. */
export type Changed = ReadonlyMap<string, unknown>;

type Values = Record<string, unknown>;

// Where there is no page, the classes can be imported all the same.
const Base = 'HTMLElement' in globalThis ? HTMLElement : (Object as unknown as typeof HTMLElement);

/**
 * What these elements need of LitElement, which is a tenth of all that a shopper waits for: properties beside attributes, one
 * update for any number of changes, controllers. It is Lit that draws.
 */
export abstract class ReactiveElement extends Base implements ReactiveControllerHost {
  static properties: Readonly<Record<string, PropertyOptions>> = {};
  /** One style sheet. */
  static styles = '';

  /** Asked once, by the browser, when the class is registered. */
  static get observedAttributes(): string[] {
    return Object.entries(this.properties).flatMap(([name, { attribute = name }]) => {
      Object.defineProperty(this.prototype, name, {
        get(this: ReactiveElement) {
          return attribute === true ? this.getAttribute(name) : this.#values[name];
        },
        set(this: ReactiveElement, value: unknown) {
          if (attribute !== true) this.#set(name, value);
          else if (typeof value === 'string') this.setAttribute(name, value);
          else this.removeAttribute(name);
        },
        configurable: true,
      });
      return attribute === true ? name : attribute || [];
    });
  }

  readonly #values: Values = {};
  /** Set on the element before its class was here: these win over attributes and defaults. */
  readonly #early: Values = {};
  readonly #controllers: ReactiveController[] = [];
  #changed = new Map<string, unknown>();
  #root: ShadowRoot | null = null;
  #place: RenderOptions = {};
  #styled = 0;
  #isPending = false;
  #connect = (): void => {};
  readonly #connected: Promise<void> = new Promise((resolve) => (this.#connect = resolve));
  #updated = this.#connected;

  constructor() {
    super();
    const own = this as unknown as Values;
    for (const name of Object.keys(this.#class.properties)) {
      if (!Object.prototype.hasOwnProperty.call(own, name)) continue;
      this.#early[name] = own[name];
      Reflect.deleteProperty(own, name);
    }
    this.requestUpdate();
  }

  /** Kept when the element is drawn; false where that asked for another update. */
  get updateComplete(): Promise<boolean> {
    return this.#updated.then(() => !this.#isPending);
  }

  /** Where it is drawn: from when it first enters the page. */
  get renderRoot(): ShadowRoot {
    if (this.#root === null) {
      this.#root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      // In front of what a server drew there.
      this.#place = { renderBefore: this.#root.firstChild };
    }
    return this.#root;
  }

  addController(controller: ReactiveController): void {
    this.#controllers.push(controller);
    if (this.#root !== null && this.isConnected) controller.hostConnected?.();
  }

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.#updated = this.#connected.then(() => this.#update());
  }

  connectedCallback(): void {
    if (this.#root === null) {
      Object.assign(this, this.#early);
      this.#connect();
    }
    this.#style(this.renderRoot);
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  disconnectedCallback(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    for (const [name, options] of Object.entries(this.#class.properties))
      if ((options.attribute ?? name) === attribute)
        this.#set(name, options.read === undefined ? text : options.read(text));
  }

  /** Before what has changed is drawn. What is set here is drawn along. */
  protected willUpdate(_changed: Changed): void {}

  /** What is drawn: all that Lit's `render` takes. */
  protected abstract render(): unknown;

  /** After it is drawn. What is set here is drawn in another update. */
  protected updated(): void {}

  get #class(): typeof ReactiveElement {
    // Its own type is just Function.
    return this.constructor as typeof ReactiveElement;
  }

  #set(name: string, value: unknown): void {
    const before = this.#values[name];
    if (Object.is(before, value)) return;
    this.#values[name] = value;
    if (!this.#changed.has(name)) this.#changed.set(name, before);
    this.requestUpdate();
  }

  #update(): void {
    const changed = this.#changed;
    const { renderRoot } = this;
    let content: unknown;
    try {
      this.willUpdate(changed);
      content = this.render();
    } finally {
      this.#changed = new Map();
      this.#isPending = false;
    }
    this.#style(renderRoot);
    render(content, renderRoot, this.#place);
    this.updated();
  }

  #style(root: ShadowRoot): void {
    for (const text of [this.#class.styles, ...partStyles].slice(this.#styled)) {
      addStyle(root, text);
      this.#styled += 1;
    }
  }
}
