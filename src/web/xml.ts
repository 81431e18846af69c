/** XML as text. Whatever people wrote stays text in it, and it is well-formed. */

/** Signs XML 1.0 has no way to write. */
const UNFIT = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\r': '&#13;' };

export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNFIT, '')
    .replace(/[&<>"'\r]/g, (sign) => ESCAPES[sign]!);

type Attributes = Record<string, string | number | null | undefined>;
/** An element's inside: text, elements one after the other, or nothing. What is null is left out. */
type Inside = string | (Xml | null)[] | null;

/** An element that is already written. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${xmlText(String(value)).replace(/[\t\n]/g, ' ')}"`)
    .join('');

/** One element. Its name and those of its attributes are ours; the values may be anybody's. */
export const xml = (name: string, inside: Inside, attributes: Attributes = {}): Xml => {
  const within = inside === null ? '' : typeof inside === 'string' ? xmlText(inside) : inside.map((one) => one?.text ?? '').join('');
  return new Xml(within === '' ? `<${name}${attributesOf(attributes)}/>` : `<${name}${attributesOf(attributes)}>${within}</${name}>`);
};

/** The same, or nothing where there is no text. */
export const xmlIf = (name: string, text: string | null): Xml | null => (text === null || text === '' ? null : xml(name, text));

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`;
