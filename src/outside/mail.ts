import { createTransport } from 'nodemailer';

export interface OutgoingMail {
  /** The site it is from, by name and host, where no sender is set. */
  from_name: string;
  from_host: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where one click, without signing in, ends letters of this kind. */
  unsubscribe_url?: string | null;
}

/** The post. Says whether a mail is on its way or stays here to be read by the admin. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<'sent' | 'kept'>;
  close(): void;
}

/** Without an SMTP server mail stays where it is. */
const keptMail: Mailer = { send: async () => 'kept', close: () => {} };

/** What mail programs make their own button of (RFC 8058). */
const unsubscribing = (url: string | null | undefined) =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

/** How long a mail server may keep us waiting, at each step. */
const PATIENCE_MS = 15_000;

const smtpMailer = (url: string, from: string | null): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ from_name, from_host, to, subject, text, html, unsubscribe_url }) {
      await transport.sendMail({
        from: from ?? { name: from_name, address: `no-reply@${from_host}` },
        // As an object: never read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(unsubscribe_url) },
      });
      return 'sent';
    },
    close: () => transport.close(),
  };
};

export const openMailer = (smtp_url: string | null, from: string | null): Mailer => (smtp_url ? smtpMailer(smtp_url, from) : keptMail);
