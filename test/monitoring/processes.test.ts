import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { namesIn } from '../support/metrics.ts';
import { command, useProcesses } from '../support/processes.ts';

const start = useProcesses();

test('a server and a worker serve metrics on their own port until they end', async () => {
  const { url, drop } = await createTestDatabase();
  const ports = [await freePort(), await freePort()];
  const scrape = (port: number) => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  const [serving, working] = await Promise.all([
    start(url, ['serve', '--no-jobs'], { METRICS_PORT: String(ports[0]) }),
    start(url, ['work'], { METRICS_PORT: String(ports[1]) }),
  ]);
  const texts = await Promise.all(ports.map(scrape));
  for (const text of texts) {
    expect(text).toMatch(/^launchweek_db_up 1$/m);
    expect(namesIn(text)).toContain('launchweek_jobs');
  }
  // A worker has no requests to count.
  expect(texts.map((text) => namesIn(text).has('launchweek_http_requests_total'))).toEqual([true, false]);
  expect(texts[1]).toMatch(/^launchweek_job_lane_running\{lane="general"\} 1$/m);
  const taken = await command({ DATABASE_URL: url, PORT: String(await freePort()), METRICS_PORT: String(ports[0]) }, 'serve').catch(
    (error) => error,
  );
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Launchweek did not start\. [^\n]*listen EADDRINUSE[^\n]*\n$/) });
  expect(await Promise.all([serving.stop(), working.stop()])).toEqual([0, 0]);
  await expect(scrape(ports[0]!)).rejects.toThrow();
  await drop();
});
