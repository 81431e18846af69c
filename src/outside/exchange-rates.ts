import { type GuardedFetch, isFetched } from './guarded-fetch.ts';

/** What a euro is worth on a day, and who says so. */
export interface DayRates {
  rate_on: string;
  source: string;
  rates: { currency: string; per_euro: string }[];
}

/** Asks for the newest rates. It never throws. */
export type RateService = () => Promise<DayRates | { trouble: string }>;

export const isRates = (answer: DayRates | { trouble: string }): answer is DayRates => 'rates' in answer;

const LARGEST_ANSWER = 256 * 1024;
/** Two rates a currency would be two truths, and nobody has a thousand currencies. */
const MOST = 200;

const DAY = /<Cube\s+time=["'](\d{4}-\d{2}-\d{2})["']\s*>([\s\S]*?)<\/Cube>/;
const RATE = /<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["'](\d{1,9}(?:\.\d{1,8})?)["']\s*\/>/g;
const SENDER = /<(?:\w+:)?name>([^<]{1,100})<\/(?:\w+:)?name>/;

/** The newest day of a file as the European Central Bank publishes it. */
export const readRates = (xml: string, host: string): DayRates | { trouble: string } => {
  const [, rate_on, inside = ''] = DAY.exec(xml) ?? [];
  if (!rate_on || Number.isNaN(Date.parse(rate_on))) return { trouble: 'the answer names no day' };
  const rates = [...inside.matchAll(RATE)].map(([, currency, per_euro]) => ({ currency: currency!, per_euro: per_euro! }));
  const usable = rates.filter(({ per_euro }) => Number(per_euro) > 0).slice(0, MOST);
  if (new Set(usable.map(({ currency }) => currency)).size !== usable.length) return { trouble: 'the answer names a currency twice' };
  if (!usable.some(({ currency }) => currency === 'USD')) return { trouble: 'the answer has no rate of the dollar' };
  return { rate_on, source: SENDER.exec(xml)?.[1]?.trim() || host, rates: usable };
};

/** The European Central Bank's daily file, or one that is written like it. */
export const openRateService =
  (url: string, fetch: GuardedFetch): RateService =>
  async () => {
    const answer = await fetch(url, { headers: { accept: 'application/xml, text/xml' }, max_bytes: LARGEST_ANSWER });
    if (!isFetched(answer)) return { trouble: `${answer.code}: ${answer.detail}` };
    if (answer.status !== 200) return { trouble: `answered ${answer.status}` };
    return readRates(answer.body.toString('utf8'), new URL(url).hostname);
  };
