import { setTimeout as sleep } from 'node:timers/promises';
import { type CheerioAPI, load } from 'cheerio';
import type { Page } from 'playwright-core';

// A browser without scripts, styles and pictures: it sends links and forms as HTML says, so journeys without JavaScript need no Chromium.
// It has the methods of Playwright's pages that the journeys use, so that one journey runs in both.

type Elements = ReturnType<CheerioAPI>;
type Text = string | RegExp;
interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const TIMEOUT_MS = 60_000;

const ROLES: Record<string, string> = {
  alert: '[role=alert]',
  button: 'button, input[type=submit], [role=button]',
  combobox: 'select',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img',
  link: 'a[href]',
  searchbox: 'input[type=search]',
  status: '[role=status], output',
  table: 'table',
};
const CONTROLS = 'input:not([type=hidden]), select, textarea';

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const matches = (text: string, wanted: Text, exact = false): boolean =>
  wanted instanceof RegExp ? wanted.test(text) : exact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());

/** Finds elements anew at each use, as Playwright does. */
class FormLocator {
  readonly #page: FormPage;
  readonly #find: () => Elements;
  constructor(page: FormPage, find: () => Elements) {
    this.#page = page;
    this.#find = find;
  }

  #within(selector: string, keep: (element: Elements) => boolean): FormLocator {
    return new FormLocator(this.#page, () =>
      this.#find()
        .find(selector)
        .filter((_, element) => keep(this.#page.$(element))),
    );
  }
  locator(selector: string, { has, hasText }: { has?: FormLocator; hasText?: Text } = {}): FormLocator {
    return this.#within(
      selector,
      (element) =>
        (!has ||
          has
            .#find()
            .toArray()
            .some((inner) =>
              element
                .find('*')
                .toArray()
                .includes(inner as never),
            )) &&
        (hasText === undefined || matches(squeeze(element.text()), hasText)),
    );
  }
  getByRole(role: string, { name, exact, level }: { name?: Text; exact?: boolean; level?: number } = {}): FormLocator {
    return this.#within(
      level ? `h${level}` : ROLES[role]!,
      (element) => name === undefined || matches(this.#page.nameOf(element), name, exact),
    );
  }
  getByLabel(label: Text, { exact }: { exact?: boolean } = {}): FormLocator {
    return this.#within(CONTROLS, (element) => this.#page.labelsOf(element).some((text) => matches(text, label, exact)));
  }
  getByText(text: Text, { exact }: { exact?: boolean } = {}): FormLocator {
    const has = (element: Elements) => matches(squeeze(element.text()), text, exact);
    return new FormLocator(this.#page, () =>
      this.#find()
        .find('*')
        .addBack()
        .filter((_, one) => {
          const element = this.#page.$(one);
          if (element.is('head *, script, style, option') || !has(element)) return false;
          return !element
            .children()
            .toArray()
            .some((child) => has(this.#page.$(child)));
        }),
    );
  }
  nth(index: number): FormLocator {
    return new FormLocator(this.#page, () => this.#find().eq(index));
  }
  first(): FormLocator {
    return this.nth(0);
  }
  last(): FormLocator {
    return this.nth(-1);
  }

  #only(): Elements {
    const found = this.#find();
    if (found.length !== 1)
      throw new Error(
        `${found.length} elements instead of one at ${this.#page.url()}: ${squeeze(this.#page.$('main').text()).slice(0, 500)}`,
      );
    return found;
  }
  async count() {
    return this.#find().length;
  }
  async textContent() {
    return this.#only().text();
  }
  async allTextContents() {
    return this.#find()
      .toArray()
      .map((element) => this.#page.$(element).text());
  }
  async getAttribute(name: string) {
    return this.#only().attr(name) ?? null;
  }
  async inputValue() {
    return this.#page.valueOf(this.#only());
  }
  async isChecked() {
    return this.#only().is('[checked]');
  }

  async fill(value: string) {
    const control = this.#only();
    if (control.is('textarea')) control.text(value);
    else control.attr('value', value);
  }
  async check() {
    const control = this.#only();
    if (control.is('[type=radio]'))
      control
        .closest('form')
        .find('[type=radio]')
        .filter((_, other) => this.#page.$(other).attr('name') === control.attr('name'))
        .removeAttr('checked');
    control.attr('checked', '');
  }
  async uncheck() {
    this.#only().removeAttr('checked');
  }
  async selectOption(choice: string | { label: string }) {
    const options = this.#only().find('option');
    const wanted = typeof choice === 'string' ? choice : choice.label;
    const chosen = options.filter((_, option) => {
      const { $ } = this.#page;
      return squeeze($(option).text()) === wanted || (typeof choice === 'string' && $(option).attr('value') === wanted);
    });
    if (chosen.length === 0) throw new Error(`There is no option ${wanted}.`);
    options.removeAttr('selected');
    chosen.first().attr('selected', '');
  }
  async setInputFiles(file: File) {
    this.#page.files.set(this.#only().attr('name')!, file);
  }
  async press(key: string) {
    if (key !== 'Enter') throw new Error(`${key} does nothing without scripts.`);
    const form = this.#page.formOf(this.#only());
    await this.#page.submit(form, this.#page.submittersOf(form).first());
  }
  async click() {
    const found = this.#find();
    // Menus for narrow and wide screens have the same links; styles would show one of them.
    const place = new Set(found.toArray().map((one) => this.#page.$(one).attr('href') ?? one)).size === 1 ? found.first() : this.#only();
    if (place.is('a[href]')) await this.#page.goto(new URL(place.attr('href')!, this.#page.url()).href);
    else if (place.is('button:not([type=button]):not([type=reset]), input[type=submit]'))
      await this.#page.submit(this.#page.formOf(place), place);
    else if (!place.is('summary, summary *'))
      throw new Error(`A click on ${this.#page.$.html(place).slice(0, 80)} does nothing without scripts.`);
  }
  /** A page that refreshes itself is loaded again until it is so. */
  async waitFor({ state = 'visible' }: { state?: 'visible' | 'detached' } = {}) {
    const isSo = () => this.#find().length > 0 === (state === 'visible');
    for (const end = performance.now() + TIMEOUT_MS; !isSo() && this.#page.isRefreshing() && performance.now() < end; ) {
      await sleep(50);
      await this.#page.reload();
    }
    if (!isSo()) this.#only();
  }
}

/** Where no control says otherwise, forms are sent as `application/x-www-form-urlencoded`. */
class FormPage {
  $: CheerioAPI = load('');
  /** Chosen files by field name. */
  readonly files = new Map<string, File>();
  readonly cookies: Map<string, string>;
  readonly request = { get: async (url: string) => this.#fetch(url, {}).then(readable) };
  #url = 'about:blank';
  #takeDownload: (download: { suggestedFilename(): string }) => void = () => {};
  constructor(cookies = new Map<string, string>()) {
    this.cookies = cookies;
  }

  readonly #everything = new FormLocator(this, () => this.$('html'));
  locator = this.#everything.locator.bind(this.#everything);
  getByRole = this.#everything.getByRole.bind(this.#everything);
  getByLabel = this.#everything.getByLabel.bind(this.#everything);
  getByText = this.#everything.getByText.bind(this.#everything);

  url() {
    return this.#url;
  }
  context() {
    return {
      addCookies: async (cookies: { name: string; value: string }[]) => {
        for (const { name, value } of cookies) this.cookies.set(name, value);
      },
    };
  }
  goto(url: string) {
    return this.#navigate(url, {});
  }
  reload() {
    return this.#navigate(this.#url, {});
  }
  /** Links and forms have been followed when `click` returns. */
  async waitForNavigation() {}
  async waitForURL(wanted: string | RegExp) {
    const pattern = wanted instanceof RegExp ? wanted : new RegExp(`^${wanted.split('**').map(escapeRegExp).join('.*')}$`);
    for (const end = performance.now() + TIMEOUT_MS; !pattern.test(this.#url) && this.isRefreshing() && performance.now() < end; ) {
      await sleep(50);
      await this.reload();
    }
    if (!pattern.test(this.#url)) throw new Error(`It is ${this.#url} and not ${wanted}.`);
  }
  waitForEvent(_download: 'download') {
    return new Promise<{ suggestedFilename(): string }>((resolve) => {
      this.#takeDownload = resolve;
    });
  }

  /** Whether the page loads itself again in a while. */
  isRefreshing(): boolean {
    return this.$('meta[http-equiv=refresh]').length > 0;
  }
  nameOf(element: Elements): string {
    const described = element
      .attr('aria-labelledby')
      ?.split(' ')
      .map((id) => this.$(`[id="${id}"]`).text())
      .join(' ');
    const pictures = element
      .find('img[alt]')
      .addBack('img[alt]')
      .toArray()
      .map((image) => this.$(image).attr('alt'));
    return squeeze(
      element.attr('aria-label') ?? described ?? (element.is('input') ? element.attr('value')! : [element.text(), ...pictures].join(' ')),
    );
  }
  labelsOf(control: Elements): string[] {
    const labels = [...this.$(`label[for="${control.attr('id')}"]`).toArray(), ...control.closest('label').toArray()];
    const described = control
      .attr('aria-labelledby')
      ?.split(' ')
      .map((id) => this.$(`[id="${id}"]`).text())
      .join(' ');
    return [...labels.map((label) => this.$(label).text()), control.attr('aria-label') ?? '', described ?? ''].map(squeeze).filter(Boolean);
  }
  valueOf(control: Elements): string {
    if (control.is('textarea')) return control.text().replace(/^\n/, '');
    if (!control.is('select')) return control.attr('value') ?? '';
    const chosen = control.find('option[selected]').first();
    const option = chosen.length > 0 ? chosen : control.find('option').first();
    return option.attr('value') ?? squeeze(option.text());
  }
  formOf(control: Elements): Elements {
    const id = control.attr('form');
    return id ? this.$(`form[id="${id}"]`) : control.closest('form');
  }
  /** The controls of a form, also those outside that name it, in their order on the page. */
  #controlsOf(form: Elements): Elements[] {
    const all = this.$('input, select, textarea, button')
      .toArray()
      .map((element) => this.$(element));
    return all.filter((control) => this.formOf(control).is(form) && !control.is('[disabled], fieldset[disabled] *'));
  }
  submittersOf(form: Elements): Elements {
    return this.$(
      this.#controlsOf(form)
        .filter((control) => control.is('button:not([type=button]), [type=submit]'))
        .flatMap((one) => one.toArray()),
    );
  }

  async submit(form: Elements, submitter: Elements): Promise<void> {
    if (form.length !== 1) throw new Error(`${this.$.html(submitter)} belongs to no form.`);
    const fields: [string, string][] = [];
    for (const control of this.#controlsOf(form)) {
      const name = control.attr('name');
      if (
        control.is('[required]') &&
        !this.valueOf(control) &&
        !this.files.has(name!) &&
        !form.is('[novalidate]') &&
        !submitter.is('[formnovalidate]')
      )
        throw new Error(`A browser does not send it: ${this.labelsOf(control)} is required.`);
      if (!name || control.is('[type=file]')) continue;
      if (
        control.is('button, [type=submit]')
          ? control.is(submitter)
          : !control.is('[type=checkbox], [type=radio]') || control.is('[checked]')
      )
        fields.push([
          name,
          control.attr('type') === 'checkbox' || control.attr('type') === 'radio' ? (control.attr('value') ?? 'on') : this.valueOf(control),
        ]);
    }
    const action = new URL(submitter.attr('formaction') ?? form.attr('action') ?? this.#url, this.#url);
    if ((submitter.attr('formmethod') ?? form.attr('method') ?? 'get').toLowerCase() !== 'post') {
      action.search = new URLSearchParams(fields).toString();
      await this.#navigate(action.href, {});
      return;
    }
    const body = form.attr('enctype') === 'multipart/form-data' ? new FormData() : new URLSearchParams();
    for (const [name, value] of fields) body.append(name, value.replaceAll(/\r?\n/g, '\r\n'));
    for (const [name, { buffer, mimeType, name: file_name }] of this.files)
      if (body instanceof FormData) body.append(name, new Blob([new Uint8Array(buffer)], { type: mimeType }), file_name);
    this.files.clear();
    await this.#navigate(action.href, { method: 'POST', body });
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      accept: 'text/html',
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(init.method === 'POST' && { origin: new URL(this.#url).origin, 'sec-fetch-site': 'same-origin' }),
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split('; ');
      const at = pair!.indexOf('=');
      if (attributes.includes('Max-Age=0')) this.cookies.delete(pair!.slice(0, at));
      else this.cookies.set(pair!.slice(0, at), pair!.slice(at + 1));
    }
    return response;
  }
  async #navigate(url: string, init: RequestInit): Promise<{ status(): number }> {
    let to = new URL(url);
    let response = await this.#fetch(to.href, init);
    for (let location = response.headers.get('location'); location; location = response.headers.get('location')) {
      await response.arrayBuffer();
      const next = new URL(location, to);
      // A redirect keeps the fragment, unless it has its own.
      next.hash ||= to.hash;
      to = next;
      response = await this.#fetch(to.href, {});
    }
    const file_name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    const text = await response.text();
    if (file_name) this.#takeDownload({ suggestedFilename: () => file_name });
    else {
      this.#url = to.href;
      // Without scripts, what is inside of `noscript` is part of the page.
      this.$ = load(text.replaceAll(/<\/?noscript>/g, ''));
    }
    return { status: () => response.status };
  }
}

const readable = async (response: Response) => {
  const body = await response.text();
  return { status: () => response.status, headers: () => Object.fromEntries(response.headers), text: async () => body };
};

/** Opens a page of a browser without scripts. Only the methods above exist. */
export const openFormPage = (): Page => new FormPage() as unknown as Page;
