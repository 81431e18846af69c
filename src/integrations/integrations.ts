import type { Integrations } from '../kernel/context.ts';
import { type Cdn, type CdnSettings, openCdn } from './cdn.ts';
import { type NameServers, openNameServers } from './dns.ts';
import { openRateService, type RateService } from './exchange-rates.ts';
import { type Resolver, resolveWithServers, resolveWithSystem } from './fetch/addresses.ts';
import { type AddressCheck, type GuardedFetch, guardedAddressCheck, guardedFetch } from './fetch/guarded-fetch.ts';
import { openIdentityProviders } from './identity/identity.ts';
import type { IdentityProviders, IdentitySettings } from './identity/provider.ts';
import { type Mailer, openMailer } from './mail.ts';
import type { MediaSettings } from './media/settings.ts';
import { type Media, openMedia } from './media/store.ts';
import { type MetricReader, openMetricReader } from './metrics.ts';
import { type Model, type ModelSettings, openModel } from './model/model.ts';
import { type PaymentProvider, testPayments } from './payments.ts';
import { openStripe } from './stripe/open-stripe.ts';
import type { StripeSettings } from './stripe/stripe.ts';
import { openVatService, type VatService } from './vat.ts';

declare module '../kernel/context.ts' {
  interface Integrations {
    mail: Mailer;
    /** Where pictures are stored. */
    media: Media;
    /** Fetches untrusted URLs safely. */
    fetch: GuardedFetch;
    /** Whether `fetch` would request an address. */
    findAddressFault: AddressCheck;
    names: NameServers;
    /** Sign-in with Google, GitHub and other providers. */
    identity: IdentityProviders;
    /** Metrics from endpoints configured by the operator. */
    metrics: MetricReader;
    /** Null: only the built-in drafter is used. */
    model: Model | null;
    /** Null: VAT numbers are only checked by format and check digits. */
    vat: VatService | null;
    /** Null: invoices state VAT in dollars only. */
    rates: RateService | null;
    /** Payment provider. Null: nothing can be paid. */
    payments: PaymentProvider | null;
    /** Null: no CDN that we know of stores our answers. */
    cdn: Cdn | null;
  }
}

declare module '../kernel/jobs.ts' {
  interface Lanes {
    /** For jobs that wait for other servers. */
    reading: true;
  }
}

interface Settings {
  smtp_url?: string | null;
  mail_from?: string | null;
  media?: MediaSettings;
  crawl_allow_private?: boolean;
  /** Name servers to use instead of the system's. */
  dns_servers?: string[] | null;
  ai?: ModelSettings | null;
  vat_check_url?: string | null;
  exchange_rates_url?: string | null;
  stripe?: StripeSettings | null;
  sign_in?: IdentitySettings;
  cdn?: CdnSettings | null;
  production?: boolean;
}

/** In development, unknown names may be this machine's own. */
const resolverOf = (servers: string[], allow_private: boolean): Resolver => {
  const resolveByServers = resolveWithServers(servers);
  return async (host) => {
    const found = await resolveByServers(host);
    return found.length === 0 && allow_private ? resolveWithSystem(host) : found;
  };
};

export const openIntegrations = (settings: Settings = {}): Integrations => {
  const { dns_servers, ai, vat_check_url, exchange_rates_url, stripe, crawl_allow_private: allow_private = false } = settings;
  const guard = { allow_private, ...(dns_servers && { resolve: resolverOf(dns_servers, allow_private) }) };
  const fetch = guardedFetch(guard);
  // For URLs configured by the operator, which may be in a private network.
  const fetchAnywhere = guardedFetch({ allow_private: true });
  return {
    mail: openMailer(settings.smtp_url, settings.mail_from),
    media: openMedia(settings.media ?? { store: null, previous: null, base_url: null }),
    fetch,
    findAddressFault: guardedAddressCheck(guard),
    identity: openIdentityProviders(settings.sign_in ?? { providers: [], buttons_first: false }, fetch, fetchAnywhere),
    names: openNameServers(dns_servers),
    metrics: openMetricReader(fetch, fetchAnywhere),
    model: ai ? openModel(ai) : null,
    vat: vat_check_url ? openVatService(vat_check_url, fetchAnywhere) : null,
    rates: exchange_rates_url ? openRateService(exchange_rates_url, fetchAnywhere) : null,
    payments: stripe ? openStripe(stripe) : settings.production ? null : testPayments,
    cdn: settings.cdn ? openCdn(settings.cdn, fetchAnywhere) : null,
  };
};
