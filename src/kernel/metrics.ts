import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of this process. Each metric is declared next to the code that updates it. */
export const processMetrics = new Registry();

const registers = [processMetrics];

/** A counter. Labels take values from a short, fixed list: never ids, addresses or user input. */
export const counter = <L extends string = never>(
  name: `${string}_total`,
  help: string,
  labelNames: L[] = [],
  /** Updates the counter at scrape time, for values counted elsewhere. */
  collect?: (counter: Counter<L>) => void,
): Counter<L> =>
  new Counter({
    name: `launchweek_${name}`,
    help,
    labelNames,
    registers,
    ...(collect && {
      collect() {
        collect(this);
      },
    }),
  });

interface GaugeOptions<L extends string> {
  registry?: Registry;
  /** Updates the gauge at scrape time. */
  collect?(gauge: Gauge<L>): void | Promise<void>;
}

export const gauge = <L extends string = never>(
  name: string,
  help: string,
  labelNames: L[] = [],
  { registry = processMetrics, collect }: GaugeOptions<L> = {},
): Gauge<L> =>
  new Gauge({
    name: `launchweek_${name}`,
    help,
    labelNames,
    registers: [registry],
    ...(collect && {
      collect() {
        return collect(this);
      },
    }),
  });

/** A histogram of durations in seconds. */
export const histogram = <L extends string = never>(
  name: `${string}_seconds`,
  help: string,
  labelNames: L[],
  buckets: number[],
): Histogram<L> => new Histogram({ name: `launchweek_${name}`, help, labelNames, buckets, registers });
