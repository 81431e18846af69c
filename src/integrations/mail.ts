export interface OutgoingMail {
  /** Name and host of the site, used if no sender is configured. */
  from_name: string;
  from_host: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe URL for this kind of mail. */
  unsubscribe_url?: string | null;
}

/** Sends mail. `kept` means that it is only stored, for the admin to read. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<'sent' | 'kept'>;
  /** Whether there is a mail server. Throws if it does not accept us. */
  verify(): Promise<boolean>;
  /** The domain of the configured sender; null if mail comes from the site's own. */
  sender_domain: string | null;
  close(): void;
}

const localMailer: Mailer = { send: async () => 'kept', verify: async () => false, sender_domain: null, close: () => {} };

/** launch.example of "Launchweek <post@launch.example>". */
const domainOf = (from: string | null | undefined): string | null => from?.split('@').at(-1)?.replace(/>$/, '') ?? null;

/** Shown as an unsubscribe button by mail clients (RFC 8058). */
const unsubscribeHeaders = (url: string | null | undefined) =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

/** SMTP timeout of each step. */
const SMTP_TIMEOUT_MS = 15_000;

const openTransport = async (url: string) => {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** The library is loaded with the first mail: it would take a tenth of the time in which a process starts. */
const smtpMailer = (url: string, from: string | null | undefined): Mailer => {
  let opened: ReturnType<typeof openTransport> | undefined;
  const transport = () => {
    opened ??= openTransport(url);
    return opened;
  };
  return {
    async send({ from_name, from_host, to, subject, text, html, unsubscribe_url }) {
      await (await transport()).sendMail({
        from: from ?? { name: from_name, address: `no-reply@${from_host}` },
        // As an object, so that it is never parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe_url) },
      });
      return 'sent';
    },
    verify: async () => (await transport()).verify(),
    sender_domain: domainOf(from),
    close: () => void opened?.then((transport) => transport.close()),
  };
};

export const openMailer = (smtp_url?: string | null, from?: string | null): Mailer => (smtp_url ? smtpMailer(smtp_url, from) : localMailer);
