/** A step of what the team does for a buyer. */
export interface Step {
  title: string;
  url: string | null;
}

/** A launch site the team submits to. */
export interface LaunchSite {
  name: string;
  url: string | null;
}

/** Launch sites as a site's settings name them: `done_for_you_sites: [{ "name": "…", "url": "https://…" }]`, or a name alone. What is neither is passed over. */
export const launchSitesIn = (told: unknown): LaunchSite[] =>
  (Array.isArray(told) ? told : []).flatMap((one) => {
    const { name, url } = (typeof one === 'string' ? { name: one } : (one ?? {})) as { name?: unknown; url?: unknown };
    if (typeof name !== 'string' || !name.trim()) return [];
    return [{ name: name.trim(), url: typeof url === 'string' && /^https?:\/\//.test(url) ? url : null }];
  });

const CHOOSE: Step = { title: 'Choose the launch sites that suit the product', url: null };
const SUBMIT: Step = { title: 'Submit the product to each of them', url: null };

/** What is to be done to list a product elsewhere. Where the settings name no sites, choosing them is a step too. */
export const stepsFor = (settings: Record<string, unknown>): Step[] => {
  const sites = launchSitesIn(settings.done_for_you_sites);
  return [
    { title: 'Prepare the texts and pictures from the listing', url: null },
    ...(sites.length ? sites.map(({ name, url }) => ({ title: `Submit to ${name}`, url })) : [CHOOSE, SUBMIT]),
    { title: 'Report back with the links', url: null },
  ];
};
