import type { PageText } from '../page/page.ts';
import type { Proposal, Quote } from '../proposal.ts';

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface Kept {
  pieces: string;
  visible: string;
}

const keptOf = ({ pieces }: PageText): Kept => ({
  pieces: pieces
    .filter(({ source }) => source !== 'hidden' && source !== 'template')
    .map(({ text }) => text)
    .join('\n'),
  visible: pieces
    .filter(({ source }) => source === 'visible')
    .map(({ text }) => text)
    .join(' '),
});

/** Leaves out whatever is not quoted word for word from the page it names: a mistake here must not become a claim. */
export const verbatim = (proposal: Proposal, texts: PageText[]): Proposal => {
  const pages = new Map(texts.map((text) => [text.url, keptOf(text)]));
  const stands = ({ quote, url }: Quote): boolean => {
    const page = pages.get(url);
    const wanted = folded(quote);
    return page !== undefined && wanted !== '' && (page.pieces.includes(wanted) || page.visible.includes(wanted));
  };
  const holds = ({ evidence }: { evidence: Quote[] }): boolean => evidence.length > 0 && evidence.every(stands);
  const kept = <T extends { evidence: Quote[] }, K extends string>(row: Partial<Record<K, T>>): Partial<Record<K, T>> =>
    Object.fromEntries(Object.entries<T | undefined>(row).filter(([, value]) => value !== undefined && holds(value))) as Partial<
      Record<K, T>
    >;
  return {
    fields: kept(proposal.fields),
    faqs: proposal.faqs.filter(holds),
    founders: proposal.founders.filter(holds),
    company_socials: kept(proposal.company_socials),
    founder_socials: kept(proposal.founder_socials),
    story: kept(proposal.story),
    milestones: proposal.milestones.filter(holds),
  };
};
