import type { PaymentProvider } from '../payments.ts';
import type { StripeSettings } from './stripe.ts';

/** Payments by Stripe. Its library is loaded with the first of them: few processes take payments soon after their start. */
export const openStripe = (settings: StripeSettings): PaymentProvider => {
  let loaded: Promise<PaymentProvider> | undefined;
  const load = () => {
    loaded ??= import('./stripe.ts').then(({ stripePayments }) => stripePayments(settings));
    return loaded;
  };
  return {
    name: 'stripe',
    verify: async () => (await load()).verify(),
    open: async (request) => (await load()).open(request),
    look: async (session) => (await load()).look(session),
    close: async (session) => (await load()).close(session),
    find: async (intent) => (await load()).find(intent),
    refund: async (request) => (await load()).refund(request),
    read: async (body, signature, now) => (await load()).read(body, signature, now),
    async *missed(since) {
      yield* (await load()).missed(since);
    },
  };
};
