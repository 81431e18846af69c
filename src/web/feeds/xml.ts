// Writes well-formed XML; all values are escaped.

/** Characters XML 1.0 cannot represent. */
const UNREPRESENTABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\r': '&#13;' };

export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNREPRESENTABLE, '')
    .replace(/[&<>"'\r]/g, (char) => ESCAPES[char]!);

type Attributes = Record<string, string | number | null | undefined>;
/** An element's content: text, elements, or nothing. Null elements are left out. */
type Content = string | (Xml | null)[] | null;

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

/** One element. Names must be trusted; values are escaped. */
export const xml = (name: string, content: Content, attributes: Attributes = {}): Xml => {
  const inner =
    content === null ? '' : typeof content === 'string' ? xmlText(content) : content.map((element) => element?.text ?? '').join('');
  return new Xml(inner === '' ? `<${name}${attributesOf(attributes)}/>` : `<${name}${attributesOf(attributes)}>${inner}</${name}>`);
};

/** The same, or null without text. */
export const xmlIf = (name: string, text: string | null): Xml | null => (text === null || text === '' ? null : xml(name, text));

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`;
