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

  /** The first moment of a week. */
  begins(offset: number): Date {
    return beginningOf(this.week(offset), this.zone);
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

  /** When a product's voters voted: mostly in its week and soon after its launch, at times later, never after now. */
  voted({ week, slug }: DemoProduct, launched_at: Date): (voter: number) => Date {
    const from = launched_at.getTime();
    const now = this.now.getTime();
    const week_ends = Math.min(beginningOf(this.week(week! + 1), this.zone).getTime(), now);
    return (voter) => {
      const late = scatter(`${slug} ${voter} is late`) < 0.12;
      const until = late ? now : week_ends - 1;
      return new Date(Math.floor(from + (until - from) * scatter(`${slug} ${voter}`) ** (late ? 1 : 1.6)));
    };
  }

  /** Some weeks before it launched, or, if it has not, within the last two. */
  submitted(product: DemoProduct): Date {
    const until = this.launched(product) ?? this.now;
    return new Date(until.getTime() - (2 + scatter(`${product.slug} submits`) * 12) * DAY);
  }
}
