import { addDays, dayAt, startOfDay, weekAt } from '../kernel/time/weeks.ts';
import type { DemoProduct } from './schema.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A deterministic pseudo-random number from 0 to 1: times look random but are the same everywhere. */
const scatter = (name: string): number => {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
};

/** The demo's dates, relative to when it is loaded, so that it never looks old. */
export class Calendar {
  readonly now: Date;
  readonly today: string;
  private readonly zone: string;
  private readonly this_week: string;

  constructor(now: Date, zone: string) {
    this.now = now;
    this.zone = zone;
    this.today = dayAt(now, zone);
    this.this_week = weekAt(now, zone);
  }

  week(offset: number): string {
    return addDays(this.this_week, offset * 7);
  }

  begins(offset: number): Date {
    return startOfDay(this.week(offset), this.zone);
  }

  day(days_ago: number): string {
    return addDays(this.today, -days_ago);
  }

  /** A time about this many days ago. */
  daysAgo(days: number, name: string): Date {
    return new Date(this.now.getTime() - days * DAY - scatter(name) * 10 * HOUR);
  }

  /** Launch time: within the product's week, never in the future; a third of this week's are today, so that today is not empty. */
  launched({ week, slug, status }: DemoProduct): Date | null {
    if (week === null || week > 0 || status) return null;
    const begins = startOfDay(this.week(week), this.zone).getTime();
    const ends = week < 0 ? startOfDay(this.week(week + 1), this.zone).getTime() : this.now.getTime();
    const position = scatter(slug);
    const from = week === 0 && position < 0.35 ? Math.max(begins, startOfDay(this.today, this.zone).getTime()) : begins;
    return new Date(Math.floor(from + (ends - from) * scatter(`${slug} launches`)));
  }

  /** Vote times: mostly in the product's week and soon after its launch, sometimes later, never in the future. */
  voted({ week, slug }: DemoProduct, launched_at: Date): (voter: number) => Date {
    const from = launched_at.getTime();
    const now = this.now.getTime();
    const week_ends = Math.min(startOfDay(this.week(week! + 1), this.zone).getTime(), now);
    return (voter) => {
      const late = scatter(`${slug} ${voter} is late`) < 0.12;
      const until = late ? now : week_ends - 1;
      return new Date(Math.floor(from + (until - from) * scatter(`${slug} ${voter}`) ** (late ? 1 : 1.6)));
    };
  }

  /** The time of a comment: within two days after the launch or the comment before it, never in the future. */
  commented(after: Date, body: string): Date {
    const until = Math.min(after.getTime() + 2 * DAY, this.now.getTime());
    return new Date(Math.floor(after.getTime() + (until - after.getTime()) * (0.1 + scatter(body) / 2)));
  }

  /** When the website of a live listing was read again; null for those that launched in the last days. */
  confirmed(product: DemoProduct): Date | null {
    const launched_at = this.launched(product);
    const read_at = this.daysAgo(1, product.slug);
    return launched_at && launched_at < read_at ? read_at : null;
  }

  /** Up to two weeks before its launch, or before now. */
  submitted(product: DemoProduct): Date {
    const until = this.launched(product) ?? this.now;
    return new Date(until.getTime() - (2 + scatter(`${product.slug} submits`) * 12) * DAY);
  }
}
