import { type Form, findForms } from './forms-in-pages.ts';
import type { Answer, Person, Recorder } from './recorder.ts';
import { ROOT } from './service.ts';

type Fields = Record<string, string>;

/** Changes by these forms are cached for a moment. */
const CHANGES_SITE = /^\/admin\/(settings|sites|log\/undo)$/;

const FORM_HEADERS = { origin: ROOT, 'content-type': 'application/x-www-form-urlencoded' };

const locationOf = ({ headers }: Answer): string | null => headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? null;

/** Fills in and sends forms as a browser does, and records the responses. */
export class FormFiller {
  readonly #recorder: Recorder;
  readonly #sent = new Map<string, number>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  async #post(name: string, person: Person, path: string, fields: Fields, page: string): Promise<Answer> {
    const headers = { ...FORM_HEADERS, referer: ROOT + page };
    return this.#recorder.record(`forms/${name}`, person, { method: 'POST', path, headers, body: new URLSearchParams(fields).toString() });
  }

  /** Opens a page, fills in its first form for a path, sends it, and records the response and the following page. */
  async send(name: string, person: Person, page: string, action: RegExp, fields: Fields = {}): Promise<string> {
    const { text } = await this.#recorder.send(person, { path: page });
    const form = findForms(text).find(({ path }) => action.test(path));
    // Without the form nothing is sent; a comparison then shows the missing file.
    if (!form) {
      console.log(`${page} has no form for ${action} (${name})`);
      return '';
    }
    const answer = await this.#post(name, person, form.path, { ...form.fields, ...fields }, page);
    if (CHANGES_SITE.test(form.path)) await this.#recorder.forgetCached();
    const location = locationOf(answer);
    if (location?.startsWith('/')) await this.#recorder.record(`forms/${name}.leads-to`, person, { path: location.replace(/#.*/, '') });
    return location ?? '';
  }

  /** Sends fields that no form would send. */
  sendRaw(name: string, person: Person, path: string, fields: Fields, headers: Record<string, string> = FORM_HEADERS): Promise<Answer> {
    const body = new URLSearchParams(fields).toString();
    return this.#recorder.record(`forms/${name}`, person, { method: 'POST', path, headers, body });
  }

  /** Sends every form of a page with an error in each field, at most two forms of a kind over all pages. */
  async sendWrong(person: Person, page: string): Promise<void> {
    const { text } = await this.#recorder.send(person, { path: page });
    for (const form of findForms(text)) {
      if (form.typed.length === 0) continue;
      const kind = form.path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|LW-\w+|\d+/g, 'N');
      const count = (this.#sent.get(kind) ?? 0) + 1;
      this.#sent.set(kind, count);
      if (count > 2) continue;
      await this.#post(`wrong${kind}.${count}.${person.name}`, person, form.path, { ...form.fields, ...wrongIn(form) }, page);
    }
  }
}

/** A value that no field accepts. */
const wrongIn = ({ typed }: Form): Fields =>
  Object.fromEntries(typed.map(({ name, max_length }) => [name, max_length ? 'x'.repeat(max_length + 1) : 'no such thing']));
