import type { Ctx } from '../../kernel/context.ts';
import type { Paging } from '../../kernel/paging.ts';
import { addDays, dayIn } from '../../kernel/week.ts';
import { type BoardPage, type Shown, selectAllTimeBoard, selectKeptBoard, selectWeekBoard } from './board-queries.ts';
import type { BoardName } from './schema.ts';

export interface Board {
  title: string;
  /** The one question it answers. */
  question: string;
  /** How a place on it is come by. */
  rule: string;
  paid: boolean;
  /** Whether it is asked for a week. */
  weekly: boolean;
  metric: { name: string; unit: string };
  select(ctx: Ctx, asked: Paging & { week: string }, shown: Shown): Promise<BoardPage>;
}

const today = ({ clock, site }: Ctx): string => dayIn(clock.now(), site.time_zone);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/** The five boards. They answer different questions and are never mixed. */
export const BOARDS: Record<BoardName, Board> = {
  'community-weekly': {
    title: 'This week, by votes',
    question: 'What did people like in the week it launched?',
    rule: 'Counted votes that people cast inside the week for its launches. Of two with as many, the one that had them first.',
    paid: false,
    weekly: true,
    metric: { name: 'votes', unit: 'votes' },
    select: (ctx, { week, ...paging }, shown) => selectWeekBoard(ctx, week, earlier(today(ctx), addDays(week, 6)), paging, shown),
  },
  'community-all-time': {
    title: 'All time, by votes',
    question: 'What have people liked so far?',
    rule: 'All counted votes of every launch.',
    paid: false,
    weekly: false,
    metric: { name: 'votes', unit: 'votes' },
    select: (ctx, { week: _, ...paging }, shown) => selectAllTimeBoard(ctx, today(ctx), paging, shown),
  },
  billboard: {
    title: 'The billboard',
    question: 'Who paid to stand here?',
    rule: 'Money contributed, and nothing else. Every place on it is bought, and it changes no other list.',
    paid: true,
    weekly: false,
    metric: { name: 'contributed', unit: 'USD cents' },
    select: (ctx, { week: _, ...paging }, shown) => selectKeptBoard(ctx, 'billboard', paging, shown),
  },
  'domain-rating': {
    title: 'By Domain Rating',
    question: 'How well is the website linked?',
    rule: 'The newest figure from outside, with its source and day. Without a source there is no place.',
    paid: false,
    weekly: false,
    metric: { name: 'domain_rating', unit: 'points' },
    select: (ctx, { week: _, ...paging }, shown) => selectKeptBoard(ctx, 'domain-rating', paging, shown),
  },
  revenue: {
    title: 'By revenue',
    question: 'What does it earn?',
    rule: 'The newest figure with its source and day. Without a source there is no place.',
    paid: false,
    weekly: false,
    metric: { name: 'revenue', unit: 'USD cents per month' },
    select: (ctx, { week: _, ...paging }, shown) => selectKeptBoard(ctx, 'revenue', paging, shown),
  },
};

export const isBoard = (name: string): name is BoardName => Object.hasOwn(BOARDS, name);
