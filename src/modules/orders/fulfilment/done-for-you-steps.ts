import { msg } from '../../../kernel/language/messages.ts';
import { inEnglish } from '../../../kernel/language/stored.ts';
export interface TeamStep {
  title: string;
  url: string | null;
}

export interface LaunchSite {
  name: string;
  url: string | null;
}

/**
 * Parses the site setting `done_for_you_sites: [{ "name": "…", "url": "https://…" }]`; a plain name is accepted too. Other entries are
 * ignored.
 */
export const parseLaunchSites = (value: unknown): LaunchSite[] =>
  (Array.isArray(value) ? value : []).flatMap((entry) => {
    const { name, url } = (typeof entry === 'string' ? { name: entry } : (entry ?? {})) as { name?: unknown; url?: unknown };
    if (typeof name !== 'string' || !name.trim()) return [];
    return [{ name: name.trim(), url: typeof url === 'string' && /^https?:\/\//.test(url) ? url : null }];
  });

const CHOOSE_STEP: TeamStep = { title: inEnglish(msg('Choose launch sites that fit the product')), url: null };
const SUBMIT_STEP: TeamStep = { title: inEnglish(msg('Submit the product to each site')), url: null };

/** The steps for listing a product elsewhere. If the settings name no sites, choosing them is a step of its own. */
export const buildTeamSteps = (settings: Record<string, unknown>): TeamStep[] => {
  const sites = parseLaunchSites(settings.done_for_you_sites);
  return [
    { title: inEnglish(msg('Prepare texts and images from the listing')), url: null },
    ...(sites.length
      ? sites.map(({ name, url }) => ({ title: inEnglish(msg('Submit to {name}'), { name }), url }))
      : [CHOOSE_STEP, SUBMIT_STEP]),
    { title: inEnglish(msg('Send you the links')), url: null },
  ];
};
