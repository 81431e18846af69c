import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';

export interface Received {
  to: string[];
  from: string;
  /** The mail as it came over the wire. */
  raw: string;
}

/** A real SMTP server on loopback that keeps what it gets, and turns away what it is told to. */
export const useMailServer = () => {
  const received: Received[] = [];
  const state = { url: '', received, turn_away: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (state.turn_away > 0) {
          state.turn_away -= 1;
          return done(new Error('Not now'));
        }
        const { rcptTo, mailFrom } = session.envelope;
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          raw: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    state.url = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return state;
};

/** The text of a mail, its soft line ends and escapes undone. */
export const decodeMail = (raw: string): string =>
  raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
