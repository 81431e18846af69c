import type { Outside } from '../../outside/outside.ts';
import { lookAtFile, lookAtHomepage, lookAtRecords } from './looking.ts';
import { type Claimed, fileAddress, homepageOf, metaTag, recordName, type Sighting, withoutMail, withoutName } from './rules.ts';
import type { Instructions, Method } from './schema.ts';

interface ClaimMethod {
  /** “You have proved … that it is yours.” */
  how: string;
  /** Why it cannot prove this listing, to be said after the method's name; null where it can. */
  obstacle(claimed: Claimed): string | null;
  /** `proof` is the token to publish, or the mailbox to prove. */
  instructions(claimed: Claimed, proof: string): Instructions;
  /** How the proof is looked for; null where somebody brings it. */
  look: ((outside: Outside, claimed: Claimed, token: string) => Promise<Sighting>) | null;
}

/** The ways to prove that a listing is one's own. Adding one is adding a row. */
export const CLAIM_METHODS: Record<Method, ClaimMethod> = {
  dns: {
    how: 'by a DNS record',
    obstacle: withoutName,
    instructions: (claimed, token) => ({
      what: 'Add a TXT record to the DNS of your domain, with this name and value.',
      where: recordName(claimed),
      value: token,
      token,
    }),
    look: lookAtRecords,
  },
  meta: {
    how: 'by a tag on its homepage',
    obstacle: () => null,
    instructions: (claimed, token) => ({
      what: 'Put this tag into the head of your homepage.',
      where: homepageOf(claimed),
      value: metaTag(token),
      token,
    }),
    look: lookAtHomepage,
  },
  file: {
    how: 'by a file on its website',
    obstacle: () => null,
    instructions: (claimed, token) => ({
      what: 'Upload a plain text file to this address, with this as its first line.',
      where: fileAddress(claimed),
      value: token,
      token,
    }),
    look: lookAtFile,
  },
  email: {
    how: 'by a mail to its domain',
    obstacle: withoutMail,
    instructions: (_claimed, email) => ({
      what: 'Open the link we have mailed and press the button there. It works for 24 hours; claim again to get another.',
      where: email,
      value: null,
      token: null,
    }),
    look: null,
  },
};
