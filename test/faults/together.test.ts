import { expect, test } from 'vitest';
import { FAULTS } from '../../bench/together/faults.ts';
import { runTogether } from '../../bench/together/run.ts';
import { copyOfFirstSite } from '../../bench/together/source.ts';
import { VALKEY_SERVER } from '../support/valkey-server.ts';
import { VARNISHD } from '../support/varnish.ts';

const MISSING = [...(VARNISHD ? [] : ['varnishd']), ...(VALKEY_SERVER ? [] : ['valkey-server or redis-server'])];
const WHY_NOT = MISSING.length > 0 ? ` (skipped: ${MISSING.join(' and ')} is not installed)` : '';

test.skipIf(MISSING.length > 0)(
  `all parts of compose.large.yaml together: while each of them is stopped or killed nobody sees what is somebody else’s, strangers read on, nothing acknowledged is lost, and a mirror has it all${WHY_NOT}`,
  async () => {
    const said: string[] = [];
    const { faults, costs, record, records } = await runTogether({
      // Starting a process of the service again costs most; one that is killed is enough.
      breakdowns: FAULTS.filter(({ what }) => !/worker|restarted/.test(what)),
      ...{ requests: 300, away_ms: 1500, calm_ms: 300, measure_ms: 0 },
      // Few at once: it should find faults of the service, not measure a busy machine.
      ...{ at_once: 4, pause_ms: 300, patience_ms: 30_000, members: 12, seed: 1 },
      say: (what) => said.push(what),
      copyOfSite: copyOfFirstSite,
    });
    expect(faults, said.join('\n')).toEqual([]);
    expect(record.anonymous_failures).toBe(0);
    expect(record.requests).toBeGreaterThanOrEqual(300);
    expect(records).toBeGreaterThan(100);
    expect(costs.filter(({ what, meanwhile }) => what.includes('primary') && meanwhile > 0)).toHaveLength(2);
  },
  // Seven processes are started one after the other, beside whatever else the machine does.
  900_000,
);
