import { type Difference, differencesOf } from './differences.ts';

const Stretches = ({ stretches }: { stretches: Difference['stretches'] }) => (
  <p class="change-text keep-lines" dir="auto">
    {stretches.map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? <del>{text}</del> : <ins>{text}</ins>))}
  </p>
);

/** What an edit took away and put in, word by word. */
export const Changes = ({ before, after }: { before: Record<string, unknown>; after: Record<string, unknown> }) => (
  <dl class="changes">
    {differencesOf(before, after).map(({ name, stretches }) => (
      <div>
        <dt dir="auto">{name}</dt>
        <dd>
          <Stretches stretches={stretches} />
        </dd>
      </div>
    ))}
  </dl>
);
