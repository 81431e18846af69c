import type { LimitLeft } from '../kernel/limits.ts';

/** What is left, in the words of the IETF's RateLimit header fields. */
export const limitHeaders = ({ name, limit, window_seconds, remaining, resets_in }: LimitLeft): Record<string, string> => ({
  'ratelimit-policy': `"${name}";q=${limit};w=${window_seconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resets_in}`,
});
