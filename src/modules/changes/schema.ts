import { Default, type Static, Strict, T } from '../../kernel/schema.ts';
import { CHANGE_KINDS, CURSOR_PATTERN } from './rules.ts';

const KIND = `(${CHANGE_KINDS.join('|')})`;
export const MAX_CHANGES = 200;
/** Seconds. Less than proxies and load balancers wait for an answer. */
export const MAX_WAIT = 30;

const FILTER = {
  cursor: T.Optional(
    T.String({
      pattern: CURSOR_PATTERN,
      maxLength: 60,
      description: 'The cursor of the last answer; latest for changes from now on. Without one you get everything that is public.',
    }),
  ),
  kinds: T.Optional(
    T.String({
      pattern: `^${KIND}(,${KIND})*$`,
      maxLength: 100,
      description: `Only these kinds, separated by commas: ${CHANGE_KINDS.join(', ')}.`,
    }),
  ),
};

export const ListChanges = Strict({
  ...FILTER,
  limit: Default(T.Integer({ minimum: 1, maximum: MAX_CHANGES, description: 'Most changes in the answer.' }), 100),
  wait: Default(T.Integer({ minimum: 0, maximum: MAX_WAIT, description: 'Seconds to wait for a change if there is none yet.' }), 0),
});
export type ListChanges = Static<typeof ListChanges>;

export const StreamChanges = Strict(FILTER);
