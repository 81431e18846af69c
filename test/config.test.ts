import { expect, test } from 'vitest';
import { BadConfig, readConfig } from '../src/config.ts';

test.each([
  [{ PORT: 'abc' }, /^PORT is "abc", but must be a port number\.$/],
  [{ SITE_ROOT: 'launch.example/x' }, /^SITE_ROOT is /],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is /],
  [{ CLOCK_START: 'yesterday' }, /^CLOCK_START is /],
  [{ RATE_LIMIT: 'maybe' }, /^RATE_LIMIT is /],
  [{ AI_BASE_URL: 'models.example', AI_MODEL: 'm', AI_API_KEY: 'sk-1' }, /^AI_BASE_URL must be an http\(s\) address [^\n]*$/],
  [{ CLOCK_START: '2026-01-05T09:00:00Z', NODE_ENV: 'production' }, /^CLOCK_START moves the clock/],
] as [Record<string, string>, RegExp][])('nonsense in the environment is refused in one sentence: %o', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(BadConfig);
  expect(() => readConfig(env)).toThrow(sentence);
});
