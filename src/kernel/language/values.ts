/** The values of ICU messages by type: `t('{n, plural, one {# day} other {# days}}', { n })`. */

/** Which braces are open: m for a message, b for the branches of a plural or select. The innermost is first. */
type Close<Open extends string> = Open extends `${'m' | 'b'}${infer Outer}` ? Outer : never;

type Branching = ` plural,${string}` | ` selectordinal,${string}`;
type Selecting = ` select,${string}`;

/** The arguments of a message, as [name, type]. Plurals need a number. */
type Arguments<S extends string, Open extends string, Found> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? Arguments<`${Rest}{${After}`, Close<Open>, Found>
    : Open extends `b${string}`
      ? Arguments<After, `m${Open}`, Found>
      : After extends `${infer Inside}}${infer Rest}`
        ? Inside extends `${infer Name},${infer Kind}`
          ? Kind extends Branching
            ? Arguments<Kind extends string ? AfterName<After, Name> : never, `b${Open}`, Found | [Name, number]>
            : Kind extends Selecting
              ? Arguments<AfterName<After, Name>, `b${Open}`, Found | [Name, string]>
              : never
          : Arguments<Rest, Open, Found | [Inside, 'any']>
        : never
  : Found;

type AfterName<S extends string, Name extends string> = S extends `${Name},${infer Rest}` ? Rest : never;

/** The names of tags: `<link>Read more</link>`. */
type Tags<S extends string, Found = never> = S extends `${string}</${infer Name}>${infer Rest}` ? Tags<Rest, Found | Name> : Found;

type ArgumentsOf<S extends string> = Arguments<S, 'm', never>;

/** The values of a message whose plain arguments have the type V and whose tags are rendered by functions of the type F. */
export type ValuesOf<S extends string, V, F = never> = {
  [A in ArgumentsOf<S> as A extends [infer Name extends string, unknown] ? Name : never]: A extends [string, infer Type]
    ? Type extends 'any'
      ? V
      : Type
    : never;
} & { [Name in Tags<S>]: F };

/** Whether a message has arguments. */
export type HasValues<S extends string> = [ArgumentsOf<S> | Tags<S>] extends [never] ? false : true;
