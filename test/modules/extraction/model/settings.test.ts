import { expect, test } from 'vitest';
import { BadConfig, readConfig } from '../../../../src/config.ts';

const SET = { AI_BASE_URL: 'https://models.example/v1/', AI_MODEL: 'org/model-7b:free', AI_API_KEY: 'sk-secret' };

test('no model without its settings', () => {
  expect(readConfig({}).ai).toBeNull();
  expect(readConfig({ AI_BASE_URL: '', AI_MODEL: '', AI_API_KEY: '' }).ai).toBeNull();
});

test('a model is an address and a name, with an optional key', () => {
  expect(readConfig(SET).ai).toEqual({
    base_url: 'https://models.example/v1',
    model: 'org/model-7b:free',
    api_key: 'sk-secret',
    max_tokens: 80_000,
    timeout_ms: 60_000,
  });
  expect(readConfig({ ...SET, AI_API_KEY: '', AI_BASE_URL: 'http://127.0.0.1:11434/v1' }).ai).toMatchObject({ api_key: null });
  expect(readConfig({ ...SET, AI_MAX_TOKENS: '16000', AI_TIMEOUT_SECONDS: '90' }).ai).toMatchObject({
    max_tokens: 16_000,
    timeout_ms: 90_000,
  });
});

test.each([
  [{ AI_MODEL: '' }, /^AI_MODEL is missing/],
  [{ AI_BASE_URL: '' }, /^AI_BASE_URL is missing/],
  [{ AI_BASE_URL: '', AI_MODEL: '' }, /^AI_BASE_URL is missing/],
  [{ AI_BASE_URL: 'models.example/v1' }, /^AI_BASE_URL must/],
  [{ AI_BASE_URL: 'file:///etc/passwd' }, /^AI_BASE_URL must/],
  [{ AI_BASE_URL: 'https://user:sk-secret@models.example/v1' }, /^AI_BASE_URL must/],
  [{ AI_BASE_URL: 'https://models.example/v1?key=sk-secret' }, /^AI_BASE_URL must/],
  [{ AI_MODEL: 'two words' }, /^AI_MODEL is "two words"/],
  [{ AI_API_KEY: 'sk-secret\nX-Other: 1' }, /^AI_API_KEY contains/],
  [{ AI_API_KEY: 'sk-secret…' }, /^AI_API_KEY contains/],
  [{ AI_MAX_TOKENS: '15999' }, /^AI_MAX_TOKENS is "15999"/],
  [{ AI_MAX_TOKENS: 'many' }, /^AI_MAX_TOKENS is "many"/],
  [{ AI_TIMEOUT_SECONDS: '0.5' }, /^AI_TIMEOUT_SECONDS is "0.5"/],
  [{ AI_TIMEOUT_SECONDS: '-1' }, /^AI_TIMEOUT_SECONDS is "-1"/],
])('invalid settings are refused in one sentence that does not reveal the key: %o', (more, sentence) => {
  const read = () => readConfig({ ...SET, ...more });
  expect(read).toThrow(BadConfig);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(/sk-secret/);
});
