import { isDeepStrictEqual } from 'node:util';
import { REMOVAL_CAUSES, type RemovalCause } from '../../modules/launches/removal-rules.ts';
import type { LoggedAct } from '../../modules/team/log.ts';
import { sayAct } from '../../modules/team/words.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { dollars } from '../money.ts';
import type { Here } from '../page.ts';
import { label } from '../wording.ts';
import { Changes } from './changes.tsx';
import { Form } from './form.tsx';
import { Moment } from './moment.tsx';
import { STATUS_NAMES } from './own-frame.tsx';
import { sayWeek } from './time.tsx';

/** Pages where things that acts were about are looked after. */
const WHERE: Record<string, (act: LoggedAct) => string | undefined> = {
  listing: ({ record_id }) => team.listing(Number(record_id)),
  category: ({ record_id }) => team.category(Number(record_id)),
  founder: ({ record_id }) => team.founder(Number(record_id)),
  post: ({ record_id }) => team.post(Number(record_id)),
  question: () => team.questions(),
  week: () => team.weeks(),
  metric: () => team.metrics(),
  account: () => team.people(),
  review: () => to.adminReviews(),
  vote: () => to.adminVotes(),
  objection: () => team.claims(),
  order: ({ title }) => (title ? to.adminOrder(title) : undefined),
  order_line: ({ after }) => (typeof after?.order === 'string' ? to.adminOrder(after.order) : undefined),
  team_task: ({ after }) => (typeof after?.order === 'string' ? to.adminOrder(after.order) : undefined),
  product: () => team.products(),
  seller: () => team.products(),
};

const About = ({ act }: { act: LoggedAct }) => {
  const title = act.record === 'account' ? (act.person ?? 'somebody who has left') : act.title;
  const href = WHERE[act.record]?.(act);
  if (!title) return null;
  return href ? (
    <a href={href} dir="auto">
      {title}
    </a>
  ) : (
    <bdi>{title}</bdi>
  );
};

/** Values that are kept as words of ours, as people read them. */
const WORDED: Record<string, (value: string) => string> = {
  status: (value) => STATUS_NAMES[value as keyof typeof STATUS_NAMES] ?? label(value),
  cause: (value) => REMOVAL_CAUSES[value as RemovalCause] ?? value,
  launch_week_on: (value) => sayWeek(value),
  price_cents: (value) => dollars(Number(value)),
  amount_cents: (value) => dollars(Number(value)),
  on_offer: (value) => (value === 'true' ? 'Yes' : 'No'),
};

/** What says nothing to a person that is not said beside it. */
const UNSAID = ['line_id', 'order', 'merged_into', 'listing_ids', 'way'];

/** A value in words: of people their name, of things in a list what they hold. */
const worded = ({ owners }: LoggedAct, name: string, value: unknown): unknown => {
  if (name === 'owner_id') return value === null ? 'Nobody' : (owners[String(value)] ?? 'Somebody who has left');
  if (value === null) return null;
  if (name === 'attributes' && Array.isArray(value))
    return value.map((one: { name: string; unit: string | null }) => (one.unit ? `${one.name} (${one.unit})` : one.name));
  if (name === 'done_for_you_sites' && Array.isArray(value))
    return value.map((one: { name: string; url: string | null }) => (one.url ? `${one.name} ${one.url}` : one.name));
  if (typeof value === 'object') return value;
  return WORDED[name]?.(String(value)) ?? String(value);
};

/** Names of what acts change, where the column's own is none for people. */
const NAMED: Record<string, string> = {
  owner_id: 'Owner',
  launch_week_on: 'Launch week',
  price_cents: 'Price',
  amount_cents: 'Amount',
  merged_into_name: 'Merged into',
};

/** Nothing is nothing, in whatever way it is kept. */
const somethingOf = (value: unknown): unknown => (value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null));

/** What it was and what it is, of what has changed. */
const pairOf = (act: LoggedAct): [Record<string, unknown>, Record<string, unknown>] => {
  const { before, after } = act;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !UNSAID.includes(name) && !isDeepStrictEqual(somethingOf(before?.[name]), somethingOf(after?.[name])),
  );
  const all = (from: Record<string, unknown> | null) =>
    Object.fromEntries(names.map((name) => [NAMED[name] ?? name, from ? worded(act, name, from[name] ?? null) : null]));
  return [all(before), all(after)];
};

/** So much of one act would be in the way of the others. */
const LONG = 600;
const isLong = (before: object, after: object): boolean => JSON.stringify(before).length + JSON.stringify(after).length > LONG;

const Act = ({ act, here }: { act: LoggedAct; here: Here }) => {
  const [before, after] = pairOf(act);
  return (
    <li class="version" id={`act-${act.id}`}>
      <div class="version-head">
        <div>
          <p class="office-title">
            {sayAct(act.act)} <About act={act} />
          </p>
          <p class="quiet">
            <Moment at={act.at} now={here.now} /> by <bdi>{act.by ?? 'somebody who has left'}</bdi>
            {act.undone_by !== null && ' · undone since'}
          </p>
          {act.reason && (
            <p>
              <q dir="auto">{act.reason}</q>
            </p>
          )}
        </div>
        {act.undoable && (
          <Form action={team.undo()} here={{ ...here, form: undefined }} hidden={{ id: String(act.id) }}>
            <button class="button" type="submit">
              Undo
              <span class="unseen">
                : {sayAct(act.act)} <bdi>{act.title}</bdi>
              </span>
            </button>
          </Form>
        )}
      </div>
      {isLong(before, after) ? (
        <details class="office-fold">
          <summary>
            What changed
            <span class="unseen">
              : {sayAct(act.act)} <bdi>{act.title}</bdi>
            </span>
          </summary>
          <Changes before={before} after={after} />
        </details>
      ) : (
        <Changes before={before} after={after} />
      )}
    </li>
  );
};

/** What the team did, newest first, each with its way back. */
export const Acts = ({ acts, here }: { acts: LoggedAct[]; here: Here }) => (
  <ol class="versions">
    {acts.map((act) => (
      <Act act={act} here={here} />
    ))}
  </ol>
);
