import type { Waiting } from '../../modules/team/overview-queries.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';

interface Task {
  waits: keyof Waiting;
  href: string;
  /** What waits, after its number. */
  one: string;
  many: string;
  /** What a person is to do about it. */
  todo: string;
  /** The place of the navigation it is counted at. */
  place: string;
  /** Only for who runs the whole deployment. */
  admin?: boolean;
}

/** What can wait for a person: first what costs somebody money or their listing, last what machines could not do. */
export const TASKS: Task[] = [
  {
    waits: 'refunds',
    href: to.adminOrders({ status: 'refund_failed' }),
    one: 'refund was refused',
    many: 'refunds were refused',
    todo: 'The payment provider would not send the money back. Try again, or send it another way.',
    place: team.orders(),
  },
  {
    waits: 'lines',
    href: to.adminOrders({ status: 'with_the_team' }),
    one: 'ordered thing is with the team',
    many: 'ordered things are with the team',
    todo: 'Deliver it, or give it up and send the money back.',
    place: team.orders(),
  },
  {
    waits: 'objections',
    href: team.claims(),
    one: 'objection to an owner',
    many: 'objections to owners',
    todo: 'Say whose listing it is.',
    place: team.claims(),
  },
  {
    waits: 'reviews',
    href: to.adminReviews(),
    one: 'review is held or reported',
    many: 'reviews are held or reported',
    todo: 'Show it, leave it or remove it.',
    place: to.adminReviews(),
  },
  {
    waits: 'held_votes',
    href: to.adminVotes(),
    one: 'vote is held back',
    many: 'votes are held back',
    todo: 'Count it or leave it out, before the week ends.',
    place: to.adminVotes(),
  },
  {
    waits: 'figures',
    href: `${team.metrics()}#troubles`,
    one: 'figure could not be read',
    many: 'figures could not be read',
    todo: 'See what the source answered.',
    place: team.metrics(),
  },
  {
    waits: 'failed_mails',
    href: team.mail({ status: 'failed' }),
    one: 'mail could not be sent',
    many: 'mails could not be sent',
    todo: 'Send it again once the mail server takes it.',
    place: to.adminMail(),
    admin: true,
  },
  {
    waits: 'failed_jobs',
    href: team.jobs(),
    one: 'job was given up',
    many: 'jobs were given up',
    todo: 'See what went wrong, then try it again.',
    place: team.jobs(),
    admin: true,
  },
];

/** How much waits at a place of the navigation. */
export const waitsAt = (place: string, waiting: Waiting): number =>
  TASKS.reduce((sum, task) => (task.place === place ? sum + waiting[task.waits] : sum), 0);
