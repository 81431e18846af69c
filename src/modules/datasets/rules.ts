import { startOfDay } from '../../kernel/time/weeks.ts';

/** What others may do with a site's data. The team chooses; nothing is published before. */
export const LICENCES = {
  'CC-BY-4.0': { name: 'Creative Commons Attribution 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC0-1.0': { name: 'Creative Commons Zero 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  'ODbL-1.0': { name: 'Open Database License 1.0', url: 'https://opendatacommons.org/licenses/odbl/1-0/' },
  own: { name: 'Own licence', url: null },
} as const;
export type LicenceId = keyof typeof LICENCES;
export const LICENCE_IDS = Object.keys(LICENCES) as [LicenceId, ...LicenceId[]];

export const MAX_LICENCE_TEXT = 10_000;

export interface DatasetSettings {
  publish: boolean;
  licence: LicenceId;
  /** The text of an own licence. */
  licence_text: string | null;
  /** Who to name as the source; the site if it is null. */
  attribution: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The stored settings; what is missing or impossible is as usual. Off until the team chose a licence. */
export const parseDatasetSettings = (stored: unknown): DatasetSettings => {
  const { publish, licence, licence_text, attribution } = (stored ?? {}) as Record<keyof DatasetSettings, unknown>;
  const known = LICENCE_IDS.find((id) => id === licence);
  return {
    publish: publish === true && known !== undefined,
    licence: known ?? 'CC-BY-4.0',
    licence_text: known === 'own' ? textOf(licence_text) : null,
    attribution: textOf(attribution),
  };
};

/** The licence of a dump, for people and programs. */
export interface Licence {
  id: LicenceId;
  name: string;
  url: string | null;
  attribution: string;
}

export const licenceOf = ({ licence, attribution }: DatasetSettings, site_name: string): Licence => ({
  id: licence,
  ...LICENCES[licence],
  attribution: attribution ?? site_name,
});

/** licence.txt */
export const licenceText = (settings: DatasetSettings, site: { name: string; root: string }): string => {
  const { name, url, attribution } = licenceOf(settings, site.name);
  const terms = settings.licence_text ?? `This dataset is published under: ${name} (${url}).`;
  return [
    `Everything public on ${site.name}, ${site.root}`,
    terms,
    `Source to name: ${attribution}, ${site.root}`,
    'Names and texts of people and companies remain theirs. Apply the removals of the change feed to your copy.',
    '',
  ].join('\n\n');
};

/** The name of a dump: when it was begun, in UTC. */
export const datasetName = (at: Date): string => at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

/** Later on Monday than the freeze and what follows it: signatures, awards and counts of votes by day. */
const HOURS_AFTER_WEEK = 2;

/** Whether the dump of a week can be written: its votes of the week before are final. */
export const isDumpTime = ({ now, week_on, time_zone }: { now: Date; week_on: string; time_zone: string }): boolean =>
  now.getTime() >= startOfDay(week_on, time_zone).getTime() + HOURS_AFTER_WEEK * 3_600_000;

export interface DatasetFile {
  name: string;
  size: number;
  sha256: string;
}

/** A part of a file, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/**
 * The part that a Range header asks for; null for the whole file, if there is no header or one that servers may ignore, such as several
 * ranges; `unsatisfiable` if nothing of it is in the file.
 */
export const parseRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const [whole, first, last, suffix] = RANGE.exec(header ?? '') ?? [];
  if (whole === undefined) return null;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const range = { first: Number(first), last: last ? Math.min(Number(last), size - 1) : size - 1 };
  if (last && Number(last) < range.first) return null;
  return range.first >= size ? 'unsatisfiable' : range;
};
