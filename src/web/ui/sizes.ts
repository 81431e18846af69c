import { perLanguage } from '../../kernel/language/locale.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

const formats = perLanguage(({ numbers }) =>
  UNITS.map((unit) => {
    // The short form has no plural: 802 byte.
    const unitDisplay = unit === 'byte' ? 'long' : 'short';
    return new Intl.NumberFormat(numbers, { style: 'unit', unit, unitDisplay, maximumSignificantDigits: 3 });
  }),
);

/** A size of a file, such as 1.2 MB. */
export const formatBytes = (bytes: number): string => {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return formats()[step]!.format(bytes / 1000 ** step);
};
