import domains from './mail-domains.json' with { type: 'json' };
import providers from './mail-providers.json' with { type: 'json' };

/** Providers of disposable mailboxes. Their subdomains count as well. */
const DISPOSABLE_DOMAINS = new Set(domains.disposable);

/** Free mail providers: two addresses at one of them have nothing to do with each other. */
const FREE_MAIL_DOMAINS = new Set([...domains.free, ...providers.flatMap(({ hosts }) => hosts)]);

const isIn = (domains: ReadonlySet<string>, host: string): boolean => {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) if (domains.has(rest)) return true;
  return false;
};

export const isDisposable = (mail_host: string): boolean => isIn(DISPOSABLE_DOMAINS, mail_host);
export const isFreeMail = (mail_host: string): boolean => isIn(FREE_MAIL_DOMAINS, mail_host);

/** How a provider spells one mailbox. */
interface MailProvider {
  provider: string;
  hosts: string[];
  /** Whether one name at any of the hosts is one mailbox; otherwise each host has its own names. */
  same_mailbox?: boolean;
  /** Characters that the provider ignores in a name. */
  ignores?: string;
  /** Characters that begin a tag, which is not part of the name. */
  tags: string;
  /** Whether anything@name.host is name@host. */
  subdomain_is_name?: boolean;
  /** The provider's own description. */
  source: string;
}

const PROVIDERS: MailProvider[] = providers;
const PROVIDER_BY_HOST = new Map(PROVIDERS.flatMap((provider) => provider.hosts.map((host) => [host, provider] as const)));

/** Everywhere else only a plus begins a tag: own domains are mostly at providers that read it so. */
const OTHER_PROVIDER: Pick<MailProvider, 'ignores' | 'tags'> = { tags: '+' };

/** The part of a name before its tag. A name is never empty. */
const withoutTag = (name: string, tags: string): string => {
  const at = [...name].findIndex((letter, i) => i > 0 && tags.includes(letter));
  return at < 0 ? name : name.slice(0, at);
};

/** Normalizes the spellings of one mailbox by the rules of its provider (mail-providers.json). */
export const normalizeMailbox = (email_key: string): string => {
  const at = email_key.lastIndexOf('@');
  const [local, host] = [email_key.slice(0, at), email_key.slice(at + 1)];
  const parent = host.slice(host.indexOf('.') + 1);
  const by_subdomain = PROVIDER_BY_HOST.get(parent);
  if (by_subdomain?.subdomain_is_name) return `${host.slice(0, host.indexOf('.'))}@${parent}`;
  const provider = PROVIDER_BY_HOST.get(host);
  const { ignores = '', tags } = provider ?? OTHER_PROVIDER;
  const name = [...withoutTag(local, tags)].filter((letter) => !ignores.includes(letter)).join('');
  return `${name || local}@${provider?.same_mailbox ? provider.hosts[0] : host}`;
};
