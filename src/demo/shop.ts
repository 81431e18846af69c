/** What the demo site sells, in USD cents without VAT. Nothing of it is a real offer. */
export const PRICES: Record<string, number> = {
  launch: 4900,
  skip_queue: 2900,
  featured: 9900,
  done_for_you: 14_900,
  launch_bundle: 24_900,
  extra_categories: 1900,
  relaunch: 3900,
  ai_review: 2900,
  billboard_min: 1000,
  trophy_cabinet: 1500,
};

/** Who sells there: nobody. */
export const SELLER = {
  name: 'Demo seller (no real company)',
  lines: ['1 Example Street', '10115 Berlin'],
  country: 'DE',
  vat_number: null,
  email: null,
};
