import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** What a register has to say: of every number the same, or what it answers when something is the matter. */
export type VatSaying =
  | 'valid'
  | 'invalid'
  /** The country's own register is away: told with status 200 and no verdict. */
  | 'member_state_unavailable'
  /** The same, as the other form of the service tells it: with a verdict that is none. */
  | 'blocked'
  | 'down'
  | 'silent'
  /** The head of an answer, and then a letter now and then. */
  | 'dripping'
  | 'broken_json'
  | 'a_page'
  | 'nonsense'
  | 'endless'
  | 'elsewhere'
  | 'hung_up';

interface Asked {
  countryCode: string;
  vatNumber: string;
}

const json = (answer: ServerResponse, body: unknown, status = 200) =>
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const verdict = ({ countryCode, vatNumber }: Asked, valid: boolean) => ({
  countryCode,
  vatNumber,
  requestDate: '2026-11-16T12:00:00.000Z',
  valid,
  requestIdentifier: '',
  name: valid ? 'EXAMPLE\u0000 TRADING\nLIMITED' : '---',
  address: valid ? '1 EXAMPLE STREET' : '---',
});

const SAYINGS: Record<VatSaying, (answer: ServerResponse, asked: Asked) => void> = {
  valid: (answer, asked) => json(answer, verdict(asked, true)),
  invalid: (answer, asked) => json(answer, verdict(asked, false)),
  member_state_unavailable: (answer) => json(answer, { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }),
  blocked: (answer, asked) => json(answer, { ...verdict(asked, false), userError: 'IP_BLOCKED' }),
  down: (answer) => json(answer, { actionSucceed: false, errorWrappers: [{ error: 'SERVICE_UNAVAILABLE' }] }, 503),
  silent: () => undefined,
  dripping: (answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => answer.write(' '), 20);
    answer.on('close', () => clearInterval(drip));
  },
  broken_json: (answer) => answer.writeHead(200, { 'content-type': 'application/json' }).end('{"valid": tru'),
  a_page: (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>Maintenance'),
  nonsense: (answer) => json(answer, { valid: 'true' }),
  endless: (answer, asked) => json(answer, { ...verdict(asked, true), address: 'x'.repeat(1024 * 1024) }),
  elsewhere: (answer) => answer.writeHead(307, { location: '/elsewhere' }).end(),
  hung_up: (answer) => answer.destroy(),
};

/** A stand-in for VIES's REST interface on loopback, which answers as it is told. */
export const useVatServer = () => {
  const state = { url: '', says: 'valid' as VatSaying, asked: [] as Asked[] };
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.method !== 'POST' || request.url !== '/check-vat-number') return answer.writeHead(404).end();
    const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked;
    state.asked.push(asked);
    SAYINGS[state.says](answer, asked);
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/check-vat-number`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return state;
};
