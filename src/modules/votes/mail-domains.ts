import domains from './mail-domains.json' with { type: 'json' };

/** Providers of disposable mailboxes. Their subdomains count as well. */
const DISPOSABLE_DOMAINS = new Set(domains.disposable);

/** Free mail providers: two addresses at one of them have nothing to do with each other. */
const FREE_MAIL_DOMAINS = new Set(domains.free);

const isIn = (domains: ReadonlySet<string>, host: string): boolean => {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) if (domains.has(rest)) return true;
  return false;
};

export const isDisposable = (mail_host: string): boolean => isIn(DISPOSABLE_DOMAINS, mail_host);
export const isFreeMail = (mail_host: string): boolean => isIn(FREE_MAIL_DOMAINS, mail_host);

/** Providers that ignore dots, with the host their mailboxes have in common. */
const DOTLESS_PROVIDERS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** Normalizes the spellings of one mailbox: a plus suffix is dropped, and so are dots where the provider ignores them. */
export const normalizeMailbox = (email_key: string): string => {
  const at = email_key.lastIndexOf('@');
  const [local, host] = [email_key.slice(0, at), email_key.slice(at + 1)];
  const name = local.split('+', 1)[0] || local;
  const provider = DOTLESS_PROVIDERS[host];
  return provider ? `${name.replaceAll('.', '')}@${provider}` : `${name}@${host}`;
};
