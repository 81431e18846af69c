import { InvalidLine } from '../../../kernel/json-lines.ts';

export const METRIC_NAMES = ['domain_rating', 'revenue'] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

interface MetricRule {
  /** The unit in which all figures of this name are stored. */
  unit: string;
  /** Accepted units with their factors to the stored unit. */
  unit_factors: Record<string, number>;
  /** The unit if none is given; null if one is required. */
  default_unit: string | null;
  max: number;
  integer_only: boolean;
}

/** Metrics from external sources. Revenue is stored in cents per month, as all money is in cents. */
const METRIC_RULES: Record<MetricName, MetricRule> = {
  domain_rating: { unit: 'points', unit_factors: { points: 1 }, default_unit: 'points', max: 100, integer_only: false },
  revenue: {
    unit: 'USD cents per month',
    unit_factors: { 'usd cents per month': 1, 'usd cents': 1, 'usd per month': 100, usd: 100 },
    default_unit: null,
    max: 1e15,
    integer_only: true,
  },
};

export interface MetricFigure {
  value: number;
  unit: string;
}

const DECIMAL = /^-?\d{1,17}(\.\d{1,10})?$/;

/** Converts a figure to the stored unit. Throws InvalidLine with the reason if it is not valid. */
export const parseFigure = (name: MetricName, text: string, unit: string | undefined): MetricFigure => {
  const { unit: stored_unit, unit_factors, default_unit, max, integer_only } = METRIC_RULES[name];
  const factor = unit_factors[(unit || default_unit || '').toLowerCase()];
  if (factor === undefined)
    throw new InvalidLine(`unit of ${name} must be ${name === 'revenue' ? '"USD per month" or "USD cents per month"' : '"points"'}`);
  if (!DECIMAL.test(text)) throw new InvalidLine(`value is not a number such as 1234.5: ${text.slice(0, 40)}`);
  // Cents of 0.29 are 29, which floating point alone would miss.
  const value = Number((Number(text) * factor).toFixed(6));
  if (value < 0 || value > max) throw new InvalidLine(`value of ${name} must be from 0 to ${max / factor}`);
  if (integer_only && !Number.isInteger(value)) throw new InvalidLine('value has fractions of a cent');
  return { value, unit: stored_unit };
};
