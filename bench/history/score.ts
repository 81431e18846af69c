import type { FactChange } from '../../src/modules/rechecks/changes/queries.ts';
import type { Fact } from '../../src/modules/rechecks/reading/tasks.ts';
import { hasItem, isLabelled, isNoticeable, type LabelledChange, type LabelledFact } from './labels.ts';
import { acceptChange, correctFact, isSupported, loadFacts, type Replay, removeItems, selectChangesAfter } from './replay.ts';

const NONE = { readings: 0, facts: 0, not_drafted: 0, noticed: 0, with_value: 0, missed: 0, false_alarms: 0 };
export type Counts = typeof NONE;

/** What a reading reported about a fact. */
interface Alarm {
  change: FactChange | null;
  /** Whether it can no longer be confirmed. */
  is_lost: boolean;
}

const withItem = ({ quotes }: Fact, item: string) => quotes.filter(({ quote }) => quote.includes(item));

/** Compares the reports of readings with the labels of a website, and does what its owner would. */
export const createScore = async (replay: Replay, details: boolean) => {
  const { history } = replay;
  const counts = { ...NONE };
  const times: number[] = [];
  let newest_change = 0;
  /** The labelled facts that the listing has and the last reading confirmed, or those that are its owner's own by now. */
  const lost = new Set<LabelledFact>();
  const ended = new Set<LabelledFact>();
  const report = (what: string, at: number, fact: LabelledFact, note: string): void => {
    if (details) console.log(`${what.padEnd(12)} ${history.key} ${at} ${fact.path} ${fact.item ?? ''} ${note}`);
  };

  const drafted = await loadFacts(replay);
  for (const fact of history.facts) {
    const found = drafted.get(fact.path);
    if (found && (fact.item === undefined || withItem(found, fact.item).length > 0)) counts.facts++;
    else {
      counts.not_drafted++;
      ended.add(fact);
      report('not drafted', 0, fact, '');
    }
  }

  const isLost = (fact: LabelledFact, current: Fact | undefined): boolean => {
    if (!current) return true;
    if (fact.item === undefined) return !isSupported(current);
    return withItem(current, fact.item).every(({ missing }) => missing);
  };

  /** The alarm of a fact; null if it was confirmed, or lost before. */
  const findAlarm = (fact: LabelledFact, current: Fact | undefined, changes: FactChange[]): Alarm | null => {
    const change = changes.find(({ path }) => path === fact.path) ?? null;
    const is_lost = isLost(fact, current) && !lost.has(fact);
    if (fact.item !== undefined) return is_lost ? { change, is_lost } : null;
    return is_lost || change ? { change, is_lost } : null;
  };

  const isRightValue = ({ change }: Alarm, { item }: LabelledFact, { value }: LabelledChange): boolean =>
    change !== null && value !== undefined && (item === undefined ? isLabelled(change.after, value) : hasItem(change.after, value));

  const judge = (at: number, fact: LabelledFact, label: LabelledChange | undefined, alarm: Alarm | null): void => {
    const note = alarm ? JSON.stringify(alarm.change?.after ?? 'gone').slice(0, 160) : '';
    if (label?.what === 'either') return;
    if (!label || !isNoticeable(label)) {
      if (alarm) {
        counts.false_alarms++;
        report('false alarm', at, fact, note);
      }
      return;
    }
    if (!alarm) {
      counts.missed++;
      report('missed', at, fact, JSON.stringify(label.value ?? label.what));
      return;
    }
    counts.noticed++;
    if (isRightValue(alarm, fact, label)) counts.with_value++;
    else if (label.value !== undefined) report('other value', at, fact, `${note} (site: ${JSON.stringify(label.value)})`);
  };

  /** The owner accepts what is right, and corrects what is not. A value that is gone stays. */
  const act = async (fact: LabelledFact, label: LabelledChange | undefined, alarm: Alarm | null): Promise<void> => {
    if (!label || label.what === 'gone' || (!isNoticeable(label) && label.what !== 'either')) return;
    if (alarm?.change && isRightValue(alarm, fact, label)) return acceptChange(replay, alarm.change.id);
    const { value, quotes = [String(value)], page = fact.page } = label;
    await correctFact(replay, fact.path, value === undefined ? null : { value, quotes, page });
    if (value === undefined) ended.add(fact);
  };

  return {
    counts,
    times,
    addReading(took: number): void {
      counts.readings++;
      times.push(took);
    },
    /** Compares what the readings of a version reported. */
    async compare(at: number): Promise<void> {
      const changes = await selectChangesAfter(replay, newest_change);
      newest_change = Math.max(newest_change, ...changes.map(({ id }) => id));
      const open = changes.filter(({ status }) => status === 'open');
      const facts = await loadFacts(replay);
      const { commit } = history.versions[at]!;
      const gone_items: LabelledFact[] = [];
      for (const fact of history.facts) {
        if (ended.has(fact)) continue;
        const label = fact.changes.find((change) => commit.startsWith(change.at));
        const alarm = findAlarm(fact, facts.get(fact.path), open);
        judge(at, fact, label, alarm);
        if (isLost(fact, facts.get(fact.path))) lost.add(fact);
        else lost.delete(fact);
        if (fact.item === undefined) {
          await act(fact, label, alarm);
          if (label?.value !== undefined) lost.delete(fact);
        } else if (label && (isNoticeable(label) || label.what === 'either')) gone_items.push(fact);
      }
      if (gone_items.length > 0)
        await removeItems(
          replay,
          gone_items[0]!.path,
          gone_items.map(({ item }) => item!),
        );
      for (const fact of gone_items) ended.add(fact);
    },
  };
};

export type Score = Awaited<ReturnType<typeof createScore>>;

const ratio = (part: number, all: number): string => (all === 0 ? '-' : (part / all).toFixed(3));

/** Prints the counts of each website, and their sum. */
export const printScores = (scores: { key: string; score: Pick<Score, 'counts' | 'times'> }[]): void => {
  const sum = { ...NONE };
  for (const { score } of scores) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += score.counts[name];
  const times = scores.flatMap(({ score }) => score.times);
  const rows = [...scores, { key: 'all', score: { counts: sum, times } }];
  console.table(
    Object.fromEntries(
      rows.map(({ key, score: { counts, times } }) => [
        key,
        {
          readings: counts.readings,
          facts: counts.facts,
          'not drafted': counts.not_drafted,
          changes: counts.noticed + counts.missed,
          noticed: counts.noticed,
          recall: ratio(counts.noticed, counts.noticed + counts.missed),
          'with the new value': counts.with_value,
          'false alarms': counts.false_alarms,
          'per reading': ratio(counts.false_alarms, counts.readings),
          'median s': (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]! / 1000).toFixed(1),
        },
      ]),
    ),
  );
};
