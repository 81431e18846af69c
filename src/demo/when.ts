import { addDays, beginningOf, dayIn, weekAt } from '../kernel/week.ts';
import type { DemoProduct } from './types.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A number from 0 up to 1 that a name always gives: times look scattered and are the same on every machine. */
const scatter = (name: string): number => {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
};

/** The demo's dates, all counted from the moment it is loaded, so that it never looks old. */
export class Calendar {
  readonly now: Date;
  readonly today: string;
  private readonly zone: string;
  private readonly this_week: string;

  constructor(now: Date, zone: string) {
    this.now = now;
    this.zone = zone;
    this.today = dayIn(now, zone);
    this.this_week = weekAt(now, zone);
  }

  week(offset: number): string {
    return addDays(this.this_week, offset * 7);
  }

  day(days_ago: number): string {
    return addDays(this.today, -days_ago);
  }

  /** A moment about so many days ago. */
  daysAgo(days: number, name: string): Date {
    return new Date(this.now.getTime() - days * DAY - scatter(name) * 10 * HOUR);
  }

  /** Within the product's week and never after now. About a third of this week's launch today, so that today has something to show. */
  launched({ week, slug, status }: DemoProduct): Date | null {
    if (week === null || week > 0 || status) return null;
    const begins = beginningOf(this.week(week), this.zone).getTime();
    const ends = week < 0 ? beginningOf(this.week(week + 1), this.zone).getTime() : this.now.getTime();
    const where = scatter(slug);
    const from = week === 0 && where < 0.35 ? Math.max(begins, beginningOf(this.today, this.zone).getTime()) : begins;
    return new Date(Math.floor(from + (ends - from) * scatter(`${slug} launches`)));
  }

  /** Some weeks before it launched, or, if it has not, within the last two. */
  submitted(product: DemoProduct): Date {
    const until = this.launched(product) ?? this.now;
    return new Date(until.getTime() - (2 + scatter(`${product.slug} submits`) * 12) * DAY);
  }
}

/** Votes fade by half each week after the launch. */
export const trendingOf = (votes: number, launched_at: Date | null, now: Date): number =>
  launched_at ? votes * 2 ** (-(now.getTime() - launched_at.getTime()) / (7 * DAY)) : 0;
