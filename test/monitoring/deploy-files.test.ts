import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MetricsListener, serveMetrics } from '../../src/monitoring/metrics.ts';
import { laneOfJob } from '../../src/process/job-runner.ts';
import { namesIn } from '../support/metrics.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ demo: false });
let listener: MetricsListener;
let exposed: Set<string>;

beforeAll(async () => {
  const settings = { host: '127.0.0.1', port: 0, token: null };
  listener = await serveMetrics({ settings, sql: server.sql, connection: server.connection, laneOf: laneOfJob });
  exposed = namesIn(await (await fetch(`http://127.0.0.1:${listener.port}/metrics`)).text());
});
afterAll(() => listener.close());

/** Created by Prometheus itself. */
const PROMETHEUS_METRICS = ['up'];
/** PromQL keywords. */
const KEYWORDS = ['by', 'on', 'and', 'or', 'unless', 'ignoring', 'without'];

/** The metrics of an expression: words that are no function, label or keyword. */
const metricsOf = (expression: string): string[] => {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|on|without|ignoring) *\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?! *\()/g)].map(([word]) => word).filter((word) => !KEYWORDS.includes(word));
};

/** The alerts of the rules file, which has one key per line. */
const alerts = readFileSync('deploy/prometheus-alerts.yml', 'utf8')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: text.split('\n')[0]!, expr: /^ {8}expr: (.+)$/m.exec(text)?.[1] ?? '', text }));

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
}
const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as {
  panels: Panel[];
  templating: { list: { query: string }[] };
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

test('every alert uses exposed metrics, and says what is wrong and what to do', () => {
  expect(alerts.length).toBeGreaterThan(15);
  expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  for (const { name, expr, text } of alerts) {
    expect(metricsOf(expr).length, name).toBeGreaterThan(0);
    expect(
      metricsOf(expr).filter((metric) => !exposed.has(metric) && !PROMETHEUS_METRICS.includes(metric)),
      name,
    ).toEqual([]);
    expect(text, name).toMatch(/severity: (critical|warning|info) \}/);
    expect(text, name).toMatch(/^ {10}summary: ".+"$/m);
    expect(text, name).toMatch(/^ {10}description: ".+"$/m);
  }
});

test('every dashboard panel uses exposed metrics', () => {
  expect(panels.length).toBeGreaterThan(20);
  for (const { title, targets } of panels)
    for (const { expr } of targets!) {
      expect(metricsOf(expr).length, title).toBeGreaterThan(0);
      expect(
        metricsOf(expr).filter((metric) => !exposed.has(metric)),
        title,
      ).toEqual([]);
    }
  for (const { query } of dashboard.templating.list)
    for (const [metric] of query.matchAll(/\blaunchweek_\w+/g)) expect(exposed).toContain(metric);
});

test('the dashboard shows every metric of ours', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets!.flatMap(({ expr }) => metricsOf(expr))));
  const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  const bases = new Set([...shown].map(base));
  expect([...exposed].filter((name) => name.startsWith('launchweek_') && !bases.has(base(name)))).toEqual([]);
});

test('the operating manual explains every metric of ours', () => {
  const manual = readFileSync('docs/operating.md', 'utf8');
  const names = [...exposed].filter((name) => name.startsWith('launchweek_')).map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect([...new Set(names)].filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
});
