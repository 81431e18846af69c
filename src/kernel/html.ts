import { type Context, Fragment, type VNode } from 'preact';
import { currentLocale } from './language/locale.ts';
import { memoize } from './memoize.ts';

type Content = VNode | Content[] | string | number | bigint | boolean | null | undefined;
type Props = Record<string, unknown> & { children?: Content };
/** A component, or a context's Provider (has Consumer) or Consumer (has contextType, the provider). */
type Component = ((props: Props, contexts?: unknown) => Content) & { Consumer?: unknown; contextType?: unknown };
/** The current context values, by provider. */
type ContextValues = ReadonlyMap<unknown, unknown>;

/** The context values of the component that is being rendered. */
let current_values: ContextValues = new Map();

/** The value of a context for the component that is being rendered, as with Preact's hook; undefined outside of its provider. */
export const readContext = <T>(context: Context<T>): T | undefined => current_values.get(context.Provider) as T | undefined;

const ENTITIES: Record<string, string> = { '"': '&quot;', '&': '&amp;', '<': '&lt;' };
const escapeHtml = (text: string): string => (/["&<]/.test(text) ? text.replace(/["&<]/g, (char) => ENTITIES[char]!) : text);

/** Elements without a closing tag. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** SVG attributes in camel case; all other names are written in lower case. */
const CAMEL_CASE = new Set(['viewBox', 'preserveAspectRatio', 'textLength', 'lengthAdjust']);

/** There are only a few hundred names. */
const htmlName = memoize((name: string): string => {
  if (!/^[a-zA-Z][\w:-]*$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of HTML.`);
  return CAMEL_CASE.has(name) ? name : name.toLowerCase();
});

/** Attributes that spell out true and false. */
const isWordAttribute = (name: string): boolean =>
  name.startsWith('aria-') || name.startsWith('data-') || name === 'draggable' || name === 'spellcheck';

const attribute = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'boolean' && isWordAttribute(name) ? String(value) : value;
  if (text === false) return '';
  return text === true || text === '' ? ` ${htmlName(name)}` : ` ${htmlName(name)}="${escapeHtml(String(text))}"`;
};

/** Compares as strings, because form values are strings. */
const isSame = (value: unknown, chosen: unknown): boolean => chosen !== undefined && chosen !== null && String(value) === String(chosen);

/** Renders an element. The value of a select becomes `selected` on its option, the value of a textarea its content. */
const element = (tag: string, props: Props, contexts: ContextValues, chosen: unknown): string => {
  let start = `<${htmlName(tag)}`;
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
  return `${start}>${html ?? content(inside, contexts, selected)}</${tag}>`;
};

const content = (node: Content, contexts: ContextValues, chosen: unknown): string => {
  if (typeof node === 'string') return escapeHtml(node);
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node !== 'object') return String(node);
  if (Array.isArray(node)) {
    let html = '';
    for (const each of node) html += content(each, contexts, chosen);
    return html;
  }
  const props = node.props as Props;
  if (typeof node.type === 'string') return element(node.type, props, contexts, chosen);
  if (node.type === Fragment) return content(props.children, contexts, chosen);
  const type = node.type as unknown as Component;
  if (type.Consumer) return content(props.children, new Map(contexts).set(type, props.value), chosen);
  current_values = contexts;
  return content(type(props, type.contextType && contexts.get(type.contextType)), contexts, chosen);
};

/** Renders TSX as Preact's renderer does, at a fraction of its cost: server-rendered pages have neither state nor hooks. */
export const renderHtml = (page: VNode): string => {
  const outer_values = current_values;
  try {
    return content(page, new Map(), undefined);
  } finally {
    current_values = outer_values;
  }
};

type Arg = string | boolean | undefined;
/** More than a deployment has sites and sections. The cache is cleared when full, since site names change. */
const MAX_ENTRIES = 500;

/** Caches a component's HTML by its arguments and the language. Returns the value for dangerouslySetInnerHTML. */
export const cachedHtml = <W extends Arg[]>(component: (...args: W) => VNode): ((...args: W) => { __html: string }) => {
  const cache = new Map<string, { __html: string }>();
  return (...args) => {
    const { language, prefix } = currentLocale();
    const key = JSON.stringify([language, prefix, ...args]);
    const known = cache.get(key);
    if (known) return known;
    if (cache.size >= MAX_ENTRIES) cache.clear();
    const html = { __html: renderHtml(component(...args)) };
    cache.set(key, html);
    return html;
  };
};
