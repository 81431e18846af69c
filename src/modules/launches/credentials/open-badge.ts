import { gzipSync } from 'node:zlib';
import type { Site } from '../../../kernel/context.ts';
import { AWARD_NAME_PREFIX } from '../../listings/badges/kinds.ts';
import { listingUrl } from '../../sites/addresses.ts';
import { multikey } from './data-integrity.ts';

const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';
const OPEN_BADGES_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
const OPEN_BADGES_XML = 'https://purl.imsglobal.org/ob/v3p0';

/** The name of a site as an issuer (did:web): verifiers read its keys at /.well-known/did.json. */
export const siteDid = ({ root }: Pick<Site, 'root'>): string => `did:web:${encodeURIComponent(new URL(root).host)}`;

export const keyUrl = (did: string, key_number: number): string => `${did}#key-${key_number}`;

export const credentialPath = (week_on: string, slug: string): string => `/awards/${week_on}/${slug}.json`;
export const STATUS_LIST_PATH = '/awards/status.json';

/** Credentials have seconds, no fractions. */
export const toSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

export interface AwardedListing {
  week_on: string;
  listing_id: number;
  slug: string;
  name: string;
  website: string;
  rank: number;
  votes: number;
  finished_at: Date;
}

/** An award as an Open Badge 3.0. The product is known by its website. */
export const openBadge = (site: Pick<Site, 'name' | 'root'>, award: AwardedListing, status_index: number) => {
  const { root } = site;
  const { rank, slug, week_on, votes, name } = award;
  const award_name = `${AWARD_NAME_PREFIX}${rank}`;
  const week_url = `${root}/launches/weeks/${week_on}`;
  return {
    '@context': [CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT],
    id: root + credentialPath(week_on, slug),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: award_name,
    issuer: { id: siteDid(site), type: ['Profile'], name: site.name, url: root },
    validFrom: toSeconds(award.finished_at),
    credentialSubject: {
      id: award.website,
      type: ['AchievementSubject'],
      achievement: {
        id: `${root}/awards#launch-of-the-week-${rank}`,
        type: ['Achievement'],
        achievementType: 'Award',
        name: award_name,
        description: `Rank ${rank} among the launches of a week on ${site.name}, by counted votes of the community.`,
        criteria: { id: `${root}/how-ranking-works`, narrative: 'The launches of a week are ranked by counted votes cast in that week.' },
        image: { id: `${root}/badges/${slug}/launch-of-the-week-${rank}.svg`, type: 'Image' },
      },
    },
    evidence: [
      {
        id: week_url,
        type: ['Evidence'],
        name: `Result of the week of ${week_on}`,
        narrative: `${name} came in at rank ${rank} with ${votes} counted ${votes === 1 ? 'vote' : 'votes'}.`,
      },
      {
        id: `${week_url}/ledger.jsonl`,
        type: ['Evidence'],
        name: 'Vote ledger',
        narrative: 'Every vote of the week, to recount the result.',
      },
      { id: listingUrl(site, slug), type: ['Evidence'], name: 'Listing' },
    ],
    credentialStatus: {
      id: `${root}${STATUS_LIST_PATH}#${status_index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(status_index),
      statusListCredential: root + STATUS_LIST_PATH,
    },
  };
};

/** The smallest size that the specification allows, so that an index says little about which credential is asked for. */
export const STATUS_LIST_BITS = 131_072;

/** The bits of all credentials, 1 for each that is revoked (Bitstring Status List). The first bit is the highest of the first byte. */
const encodeStatusBits = (revoked: number[]): string => {
  const bytes = Buffer.alloc(STATUS_LIST_BITS / 8);
  for (const index of revoked) bytes[index >> 3]! |= 0x80 >> (index & 7);
  return `u${gzipSync(bytes).toString('base64url')}`;
};

export const statusList = (site: Pick<Site, 'root'>, revoked: number[], at: Date) => ({
  '@context': [CREDENTIALS_CONTEXT],
  id: site.root + STATUS_LIST_PATH,
  type: ['VerifiableCredential', 'BitstringStatusListCredential'],
  issuer: siteDid(site),
  validFrom: toSeconds(at),
  credentialSubject: {
    id: `${site.root}${STATUS_LIST_PATH}#list`,
    type: 'BitstringStatusList',
    statusPurpose: 'revocation',
    encodedList: encodeStatusBits(revoked),
  },
});

export interface PublicKey {
  number: number;
  public_key: Buffer;
}

/** The keys of a site as a DID document. Former keys stay, so that what they signed can be verified. */
export const didDocument = (site: Pick<Site, 'root'>, keys: PublicKey[]) => {
  const did = siteDid(site);
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    alsoKnownAs: keys.slice(-1).map(({ public_key }) => `did:key:${multikey(public_key)}`),
    verificationMethod: keys.map(({ number, public_key }) => ({
      id: keyUrl(did, number),
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: multikey(public_key),
    })),
    assertionMethod: keys.map(({ number }) => keyUrl(did, number)),
  };
};

/** Puts a credential into an SVG, as Open Badges 3.0 describes. */
export const bakeSvg = (svg: string, credential: string): string => {
  // What would end the section early is escaped as JSON allows.
  const data = credential.replaceAll(']]>', ']]\\u003e');
  return svg.replace(
    /^<svg ([^>]*)>/,
    (_, attributes: string) =>
      `<svg xmlns:openbadges="${OPEN_BADGES_XML}" ${attributes}><openbadges:credential><![CDATA[${data}]]></openbadges:credential>`,
  );
};
