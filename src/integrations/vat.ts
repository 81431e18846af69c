import { fetchParsed, type ParserInput, parserErrorText, parseWith } from './fetch/fetch-parsed.ts';
import { type GuardedFetch, isFetched } from './fetch/guarded-fetch.ts';
import { read_vat_answer, VAT_BYTES, type VatAnswer } from './tasks.ts';

export type { VatAnswer } from './tasks.ts';

/** Checks a VAT number, given as country prefix and the rest. Never throws. */
export type VatService = (prefix: string, digits: string) => Promise<VatAnswer>;

export const isVatAnswer = (head: VatAnswer): head is { valid: boolean; name: string | null } => 'valid' in head;

/** A customer waits for the price meanwhile. */
const VAT_TIMEOUT_MS = 5000;

/** Uses the REST API of VIES, or a compatible one. */
export const openVatService =
  (url: string, fetch: GuardedFetch, timeout_ms = VAT_TIMEOUT_MS): VatService =>
  async (prefix, digits) => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ countryCode: prefix, vatNumber: digits }),
      max_bytes: VAT_BYTES,
      redirect: 'tell' as const,
      timeout_ms,
    };
    let status = 0;
    try {
      const response = await fetchParsed(fetch, url, options, read_vat_answer, (head): VatAnswer | ParserInput<object> => {
        if (!isFetched(head)) return { trouble: `${head.code}: ${head.detail}` };
        status = head.status;
        return parseWith({});
      });
      if (status === 0 || status === 200) return response ?? { trouble: 'the answer is not JSON' };
      return { trouble: `answered ${status}${response && 'trouble' in response ? `, ${response.trouble}` : ''}` };
    } catch (error) {
      return { trouble: parserErrorText(error) };
    }
  };
