import { job } from '../../../kernel/job.ts';
import { isRates } from '../../../outside/exchange-rates.ts';
import type { Outside } from '../../../outside/outside.ts';
import { keepRates } from './rate-queries.ts';

/** Keeps the newest exchange rates. They are published once a day, at an hour that moves with summer time: asking four times finds them. */
export const keep_exchange_rates = job<unknown, Outside>({
  name: 'keep_exchange_rates',
  lane: 'reading',
  attempts: 5,
  cron: '20 */6 * * *',
  at_start: true,
  async run({ sql, outside }) {
    if (!outside.rates) return;
    const answer = await outside.rates();
    if (!isRates(answer)) throw new Error(`The exchange rates could not be read: ${answer.trouble}.`);
    await keepRates(sql, answer);
  },
});
