import { LRUCache } from 'lru-cache';
import type { SerializableParameter } from 'postgres';
import type { Ctx } from './context.ts';
import type { SqlFragment } from './database.ts';

/** What a query is built from: the driver's fragments, or a statement of one piece. */
interface Template {
  strings: readonly string[];
  args: readonly unknown[];
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const isFragment = (arg: unknown): arg is Template => typeof arg === 'object' && arg !== null && 'strings' in arg && 'args' in arg;

/** Values that need no escaping. */
const PLAIN = /^[\w .:/-]*$/;

/** A value of the site as SQL; null if it has to be a parameter. */
const toLiteral = (value: unknown): string | null => {
  if (typeof value === 'string') return PLAIN.test(value) ? `'${value}'` : null;
  return Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : null;
};

/** Puts the texts of fragments and names into the statement around them, and the values that are the same each time. */
const flatten = ({ strings, args }: Template, isName: (arg: unknown) => arg is { value: string }): Template => {
  const texts = [strings[0]!];
  const values: unknown[] = [];
  const addText = (text: string) => texts.push(texts.pop()! + text);
  for (const [at, arg] of args.entries()) {
    const literal = toLiteral(arg);
    if (literal !== null) addText(literal);
    else if (isName(arg)) addText(arg.value);
    else if (isFragment(arg)) {
      const inner = flatten(arg, isName);
      addText(inner.strings[0]!);
      texts.push(...inner.strings.slice(1));
      values.push(...inner.args);
    } else {
      values.push(arg);
      texts.push('');
    }
    addText(strings[at + 1]!);
  }
  return { strings: texts, args: values };
};

type Values = Record<string, SerializableParameter>;
type QueryCtx = Pick<Ctx, 'sql' | 'site'>;

const MAX_STATEMENTS = 200;

let built = 0;

/**
 * A query of many fragments that is built once for each site and variant, and then only gets its values: building it each time takes
 * longer than sending it. `values` are placeholders while it is built, so they may only be used as parameters; all else is written into
 * the text.
 */
export const reusableQuery = <R extends object, P extends Values, V extends string = ''>(
  names: (keyof P & string)[],
  build: (ctx: QueryCtx, values: P, variant: V) => SqlFragment,
) => {
  const statements = new LRUCache<string, Template>({ max: MAX_STATEMENTS });
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as unknown as P;
  return (ctx: QueryCtx, values: P, variant = '' as V) => {
    const { sql, site } = ctx;
    const key = `${site.id} ${site.root} ${variant}`;
    let statement = statements.get(key);
    if (!statement) {
      const Name = sql('name').constructor;
      const { strings, args } = flatten(
        build(ctx, placeholders, variant) as unknown as Template,
        (arg): arg is { value: string } => arg instanceof Name,
      );
      // The driver knows the statement by its key: hashing the text takes longer than sending the values.
      statement = { strings: Object.assign(strings, { raw: strings, key: `reusable ${++built}` }), args };
      statements.set(key, statement);
    }
    const sent = statement.args.map((arg) => (arg instanceof Placeholder ? values[arg.name] : arg));
    return sql<R[]>(statement.strings as unknown as TemplateStringsArray, ...(sent as SerializableParameter[]));
  };
};
