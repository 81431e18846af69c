import type { Site } from '../../kernel/context.ts';
import { type Letter, letter } from '../accounts/mails.tsx';

export const givenLetter = (site: Site, { id, product }: { id: number; product: string }): Letter =>
  letter(site, {
    subject: `${product} is yours on ${site.name}`,
    says: [`The team of ${site.name} has given you the listing of ${product}. From now on you edit it, post updates and tell its story.`],
    link: { name: 'Look after it', href: `${site.root}/dashboard/listings/${id}` },
    otherwise: 'If you do not know of it, answer the team.',
  });

export const takenLetter = (site: Site, { slug, product, reason }: { slug: string; product: string; reason: string | null }): Letter =>
  letter(site, {
    subject: `${product} is no longer yours on ${site.name}`,
    says: [`The team of ${site.name} has taken the listing of ${product} out of your hands.`, ...(reason ? [reason] : [])],
    link: { name: 'See the listing', href: `${site.root}/listings/${slug}` },
    otherwise: `If that is wrong, tell the team at ${site.root}/listings/${slug}/claim.`,
  });

/** To who objected. What the team wrote stands in it as text. */
export const answeredLetter = (site: Site, { slug, product, answer }: { slug: string; product: string; answer: string }): Letter =>
  letter(site, {
    subject: `About the owner of ${product}`,
    says: [`You told the team of ${site.name} that the listing of ${product} should have another owner. Its owner stays.`, answer],
    link: { name: 'See the listing', href: `${site.root}/listings/${slug}` },
  });
