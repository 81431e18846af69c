import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** How the register responds: the same for every number, or a failure. */
export type VatResponse =
  | 'valid'
  | 'invalid'
  /** The country's register is unavailable: status 200 without a verdict. */
  | 'member_state_unavailable'
  /** The same in the service's other form: with a verdict that means nothing. */
  | 'blocked'
  | 'down'
  | 'silent'
  /** The head of a response, and then a byte now and then. */
  | 'dripping'
  | 'broken_json'
  | 'a_page'
  | 'nonsense'
  | 'endless'
  | 'elsewhere'
  | 'hung_up';

interface VatRequest {
  countryCode: string;
  vatNumber: string;
}

const json = (answer: ServerResponse, body: unknown, status = 200) =>
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const verdict = ({ countryCode, vatNumber }: VatRequest, valid: boolean) => ({
  countryCode,
  vatNumber,
  requestDate: '2026-11-16T12:00:00.000Z',
  valid,
  requestIdentifier: '',
  name: valid ? 'EXAMPLE\u0000 TRADING\nLIMITED' : '---',
  address: valid ? '1 EXAMPLE STREET' : '---',
});

const RESPONSES: Record<VatResponse, (answer: ServerResponse, asked: VatRequest) => void> = {
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

/** A stand-in for the VIES REST interface on loopback with configurable responses. */
export const useVatServer = () => {
  const state = { url: '', says: 'valid' as VatResponse, asked: [] as VatRequest[] };
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.method !== 'POST' || request.url !== '/check-vat-number') return answer.writeHead(404).end();
    const asked = JSON.parse(Buffer.concat(parts).toString()) as VatRequest;
    state.asked.push(asked);
    RESPONSES[state.says](answer, asked);
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
