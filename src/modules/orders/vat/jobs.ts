import { isRates } from '../../../integrations/exchange-rates.ts';
import { job } from '../../../kernel/jobs.ts';
import { saveRates } from './queries.ts';

/**
 * Stores the latest exchange rates. They are published once a day at an hour that shifts with daylight saving time, so fetch four times
 * a day.
 */
export const keep_exchange_rates = job<unknown>({
  name: 'keep_exchange_rates',
  lane: 'reading',
  attempts: 5,
  cron: '20 */6 * * *',
  at_start: true,
  async run({ sql, integrations }) {
    if (!integrations.rates) return;
    const answer = await integrations.rates();
    if (!isRates(answer)) throw new Error(`The exchange rates could not be read: ${answer.trouble}.`);
    await saveRates(sql, answer);
  },
});
