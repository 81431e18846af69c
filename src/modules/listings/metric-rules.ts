import { BadLine } from '../../kernel/lines.ts';

export const METRIC_NAMES = ['domain_rating', 'revenue'] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

interface MetricRule {
  /** What every figure of this name is kept in, so that they can be compared. */
  unit: string;
  /** Units it may be told in, and by what they are multiplied. */
  told_in: Record<string, number>;
  /** The unit that is meant where none is told; null where that could only be guessed. */
  unsaid: string | null;
  most: number;
  /** Whether only whole numbers are kept. */
  whole: boolean;
}

/** The figures that come from outside. Revenue is kept in cents a month, as all money is in cents. */
const RULES: Record<MetricName, MetricRule> = {
  domain_rating: { unit: 'points', told_in: { points: 1 }, unsaid: 'points', most: 100, whole: false },
  revenue: {
    unit: 'USD cents per month',
    told_in: { 'usd cents per month': 1, 'usd cents': 1, 'usd per month': 100, usd: 100 },
    unsaid: null,
    most: 1e15,
    whole: true,
  },
};

export interface Figure {
  value: number;
  unit: string;
}

const DECIMAL = /^-?\d{1,17}(\.\d{1,10})?$/;

/** A figure as it is kept, or why it cannot be. */
export const figureOf = (name: MetricName, told: string, unit: string | undefined): Figure => {
  const { unit: kept, told_in, unsaid, most, whole } = RULES[name];
  const factor = told_in[(unit || unsaid || '').toLowerCase()];
  if (factor === undefined)
    throw new BadLine(`unit of ${name} must be ${name === 'revenue' ? '"USD per month" or "USD cents per month"' : '"points"'}`);
  if (!DECIMAL.test(told)) throw new BadLine(`value is not a number such as 1234.5: ${told.slice(0, 40)}`);
  // Cents of 0.29 are 29, which floating point alone would miss.
  const value = Number((Number(told) * factor).toFixed(6));
  if (value < 0 || value > most) throw new BadLine(`value of ${name} must be from 0 to ${most / factor}`);
  if (whole && !Number.isInteger(value)) throw new BadLine('value has more than whole cents');
  return { value, unit: kept };
};
