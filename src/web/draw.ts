import { Fragment, type VNode } from 'preact';

/** What may stand between two tags. */
type Content = VNode | Content[] | string | number | bigint | boolean | null | undefined;
type Props = Record<string, unknown> & { children?: Content };
/** A component, or one of a context's two: its provider, which has the other, and its consumer, which names the provider. */
type Drawing = ((props: Props, shared?: unknown) => Content) & { Consumer?: unknown; contextType?: unknown };
/** What contexts provide here, by their providers. */
type Shared = ReadonlyMap<unknown, unknown>;

const ENTITIES: Record<string, string> = { '"': '&quot;', '&': '&amp;', '<': '&lt;' };
const escaped = (text: string): string => (/["&<]/.test(text) ? text.replace(/["&<]/g, (sign) => ENTITIES[sign]!) : text);

/** Elements without an end. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** Of SVG alone; everything else is written small, however TSX spells it. */
const CAMEL_CASE = new Set(['viewBox', 'preserveAspectRatio', 'textLength', 'lengthAdjust']);

/** Names as HTML has them: there are a few hundred, and each is looked at once. */
const names = new Map<string, string>();
const nameOf = (name: string): string => {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (!/^[a-zA-Z][\w:-]*$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of HTML.`);
  const written = CAMEL_CASE.has(name) ? name : name.toLowerCase();
  names.set(name, written);
  return written;
};

/** Attributes whose true and false are words. */
const isWorded = (name: string): boolean =>
  name.startsWith('aria-') || name.startsWith('data-') || name === 'draggable' || name === 'spellcheck';

const attribute = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return '';
  const said = typeof value === 'boolean' && isWorded(name) ? String(value) : value;
  if (said === false) return '';
  return said === true || said === '' ? ` ${nameOf(name)}` : ` ${nameOf(name)}="${escaped(String(said))}"`;
};

/** A number is the same as its digits, in a form. */
const isSame = (value: unknown, chosen: unknown): boolean => chosen !== undefined && chosen !== null && String(value) === String(chosen);

/** An element. A select's value is told by the option that has it, a textarea's stands inside. */
const element = (tag: string, props: Props, shared: Shared, chosen: unknown): string => {
  let start = `<${nameOf(tag)}`;
  let inside = props.children;
  let html: string | undefined;
  let selected = chosen;
  for (const name in props) {
    const value = props[name];
    if (name === 'children') continue;
    if (name === 'dangerouslySetInnerHTML') html = (value as { __html: string }).__html;
    else if (name === 'value' && tag === 'textarea') inside = value as Content;
    else if (name === 'value' && tag === 'select') selected = value;
    else {
      if (name === 'value' && tag === 'option' && isSame(value, selected) && !('selected' in props)) start += ' selected';
      start += attribute(name, value);
    }
  }
  if (VOID.has(tag)) return `${start}/>`;
  return `${start}>${html ?? content(inside, shared, selected)}</${tag}>`;
};

const content = (what: Content, shared: Shared, chosen: unknown): string => {
  if (typeof what === 'string') return escaped(what);
  if (what === null || what === undefined || typeof what === 'boolean') return '';
  if (typeof what !== 'object') return String(what);
  if (Array.isArray(what)) {
    let html = '';
    for (const each of what) html += content(each, shared, chosen);
    return html;
  }
  const props = what.props as Props;
  if (typeof what.type === 'string') return element(what.type, props, shared, chosen);
  if (what.type === Fragment) return content(props.children, shared, chosen);
  const type = what.type as unknown as Drawing;
  if (type.Consumer) return content(props.children, new Map(shared).set(type, props.value), chosen);
  return content(type(props, type.contextType && shared.get(type.contextType)), shared, chosen);
};

/**
 * Draws TSX as HTML: what Preact's own renderer gives, at a fraction of its cost, because pages drawn once have neither state nor
 * hooks.
 */
export const draw = (page: VNode): string => content(page, new Map(), undefined);
