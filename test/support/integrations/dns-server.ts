import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../free-port.ts';

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
const CODES = { found: 0, servfail: 2, nxdomain: 3, refused: 5 } as const;

/** What is said about a name: records, or that something is the matter with it. */
export interface Zone {
  /** Addresses. */
  a?: string[];
  /** Each a text, or a text in the pieces it is sent in. */
  txt?: (string | string[])[];
  /** Answered like a resolver that follows it: with the alias, and what is there. */
  cname?: string;
  /** `silent` never answers, `truncated` answers in full only over TCP, `garbled` with what is no answer. */
  trouble?: 'silent' | 'servfail' | 'refused' | 'truncated' | 'garbled';
}

/** What a question asks about, and where it ends. */
export const nameIn = (question: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = 12;
  while (question[at] !== 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
    at += question[at]! + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 };
};

const nameOf = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])), Buffer.from([0])]);

const record = (name: string, type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(0, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameOf(name), head, data]);
};

const recordsOf = (zones: Record<string, Zone>, name: string, type: number): Buffer[] => {
  const { a = [], txt = [], cname } = zones[name] ?? {};
  const here = [
    ...(type === TYPES.A ? a.map((address) => record(name, type, Buffer.from(address.split('.').map(Number)))) : []),
    ...(type === TYPES.TXT
      ? txt.map((text) =>
          record(name, type, Buffer.concat([text].flat().map((part) => Buffer.from([Buffer.byteLength(part), ...Buffer.from(part)])))),
        )
      : []),
  ];
  return cname ? [record(name, TYPES.CNAME, nameOf(cname)), ...recordsOf(zones, cname, type)] : here;
};

interface Reply {
  code: number;
  records: Buffer[];
  truncated?: boolean;
}

const written = (question: Buffer, { code, records, truncated = false }: Reply): Buffer => {
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | code | (truncated ? 0x0200 : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, question.subarray(12, nameIn(question).end), ...records]);
};

const replyTo = (zones: Record<string, Zone>, question: Buffer, over: 'udp' | 'tcp'): Buffer | null => {
  const { name, type } = nameIn(question);
  const zone = zones[name];
  if (zone?.trouble === 'silent') return null;
  if (zone?.trouble === 'garbled')
    return written(question, { code: CODES.found, records: [Buffer.from([0, 0, 16, 0, 1, 0, 0, 0, 0, 255])] });
  if (zone?.trouble === 'servfail' || zone?.trouble === 'refused') return written(question, { code: CODES[zone.trouble], records: [] });
  if (zone?.trouble === 'truncated' && over === 'udp') return written(question, { code: CODES.found, records: [], truncated: true });
  return written(question, { code: zone ? CODES.found : CODES.nxdomain, records: zone ? recordsOf(zones, name, type) : [] });
};

/** A name server on loopback, over UDP and TCP. Its zones may change while it answers. */
export const useNameServer = () => {
  const zones: Record<string, Zone> = { localhost: { a: ['127.0.0.1'] } };
  const asked: string[] = [];
  const server = { zones, asked, address: '' };
  const sockets = new Set<Socket>();
  const noted = (question: Buffer, over: 'udp' | 'tcp'): Buffer | null => {
    asked.push(`${over} ${nameIn(question).name}`);
    return replyTo(zones, question, over);
  };
  const tcp = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', (sent) => {
      const reply = noted(sent.subarray(2), 'tcp');
      if (reply) socket.write(Buffer.concat([Buffer.from([reply.length >> 8, reply.length & 255]), reply]));
    });
  });
  const udp = createSocket('udp4', (question, from) => {
    const reply = noted(question, 'udp');
    if (reply) udp.send(reply, from.port, from.address);
  });
  beforeAll(async () => {
    // What is long is asked again at the same port.
    const port = await freePort();
    tcp.listen(port, '127.0.0.1');
    await once(tcp, 'listening');
    udp.bind(port, '127.0.0.1');
    await once(udp, 'listening');
    server.address = `127.0.0.1:${port}`;
  });
  afterAll(() => {
    udp.close();
    for (const socket of sockets) socket.destroy();
    tcp.close();
  });
  return server;
};
