import type { Caller, Ctx } from '../kernel/context.ts';
import { type NameServers, openNameServers } from './dns.ts';
import { openRateService, type RateService } from './exchange-rates.ts';
import { type GuardedFetch, guardedFetch } from './guarded-fetch.ts';
import { type Mailer, openMailer } from './mail.ts';
import { type MetricReader, openMetricReader } from './metric-source.ts';
import { type Model, type ModelSettings, openModel } from './model.ts';
import type { PaymentProvider } from './payments.ts';
import { askNameServers, askSystem, type Resolver } from './resolve.ts';
import { openStripe, type StripeSettings } from './stripe.ts';
import { testPayments } from './test-payments.ts';
import { openVatService, type VatService } from './vat-check.ts';

/** The world as jobs and operations reach it, one small interface each. */
export interface Outside {
  mail: Mailer;
  /** Other people's addresses, by a way that cannot be turned inward. */
  fetch: GuardedFetch;
  /** What other people's names say. */
  names: NameServers;
  /** Figures from the endpoints that operators name. */
  metrics: MetricReader;
  /** Null: the built-in drafter works alone. */
  model: Model | null;
  /** Null: VAT numbers are judged by their form and check digits alone. */
  vat: VatService | null;
  /** Null: invoices state VAT in dollars alone. */
  rates: RateService | null;
  /** How orders are paid. Null: nothing can be. */
  payments: PaymentProvider | null;
}

/** A context from which the world is reached: that of what an operation does before its transaction. */
export type Reaching<C extends Caller | null = Caller | null> = Ctx<C> & { outside: Outside };

interface Settings {
  smtp_url: string | null;
  mail_from: string | null;
  crawl_allow_private?: boolean;
  /** Name servers to ask instead of this machine's own. */
  dns_servers?: string[] | null;
  ai?: ModelSettings | null;
  vat_check_url?: string | null;
  exchange_rates_url?: string | null;
  stripe?: StripeSettings | null;
  /** Where money is real: there are no test payments. */
  production?: boolean;
}

/** In development a name the servers do not know may be this machine's own. */
const resolverOf = (servers: string[], allow_private: boolean): Resolver => {
  const named = askNameServers(servers);
  return async (host) => {
    const found = await named(host);
    return found.length === 0 && allow_private ? askSystem(host) : found;
  };
};

export const openOutside = ({
  smtp_url,
  mail_from,
  crawl_allow_private: allow_private = false,
  dns_servers = null,
  ai = null,
  vat_check_url = null,
  exchange_rates_url = null,
  stripe = null,
  production = false,
}: Settings): Outside => {
  const fetch = guardedFetch({ allow_private, ...(dns_servers && { resolve: resolverOf(dns_servers, allow_private) }) });
  // For addresses that the operator names, which may be in a network of their own.
  const fetchAnywhere = guardedFetch({ allow_private: true });
  return {
    mail: openMailer(smtp_url, mail_from),
    fetch,
    names: openNameServers(dns_servers),
    metrics: openMetricReader(fetch, fetchAnywhere),
    model: ai && openModel(ai),
    vat: vat_check_url ? openVatService(vat_check_url, fetchAnywhere) : null,
    rates: exchange_rates_url ? openRateService(exchange_rates_url, fetchAnywhere) : null,
    payments: stripe ? openStripe(stripe) : production ? null : testPayments,
  };
};
