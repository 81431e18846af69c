import { fetchParsed, parserErrorText, parseWith } from './fetch/fetch-parsed.ts';
import { type GuardedFetch, isFetched } from './fetch/guarded-fetch.ts';
import { type DayRates, RATES_BYTES, read_rates } from './tasks.ts';

/** Fetches the newest rates. Never throws. */
export type RateService = () => Promise<DayRates | { trouble: string }>;

export const isRates = (response: DayRates | { trouble: string }): response is DayRates => 'rates' in response;

/** Reads the European Central Bank's daily file, or one in the same format. */
export const openRateService =
  (url: string, fetch: GuardedFetch): RateService =>
  async () => {
    const options = { headers: { accept: 'application/xml, text/xml' }, max_bytes: RATES_BYTES };
    try {
      return await fetchParsed(fetch, url, options, read_rates, (response) => {
        if (!isFetched(response)) return { trouble: `${response.code}: ${response.detail}` };
        return response.status === 200 ? parseWith({ host: new URL(url).hostname }) : { trouble: `answered ${response.status}` };
      });
    } catch (error) {
      return { trouble: parserErrorText(error) };
    }
  };
