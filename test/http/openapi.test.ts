import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openapiDocument } from '../../src/http/openapi.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ demo: false });

test('the committed openapi.json is up to date (npm run openapi writes it)', () => {
  expect(JSON.parse(readFileSync('openapi.json', 'utf8'))).toEqual(JSON.parse(JSON.stringify(openapiDocument(''))));
});

test('it is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(openapiDocument('https://launch.example'))));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('it is served with the site’s URL and lists every served operation once', async () => {
  const document = (await (await server.get('/api/v1/openapi.json')).json()) as ReturnType<typeof openapiDocument>;
  expect(document.servers).toEqual([{ url: server.api }]);
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  );
  expect(ids.toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
});
