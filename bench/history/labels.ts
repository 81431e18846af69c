import { isDeepStrictEqual } from 'node:util';

/** What a website's history is labelled with, by a person who read the differences between its versions. */
export interface LabelledHistory {
  key: string;
  /** On GitHub; the git directory is FOLDER/owner+name/repo. */
  repository: string;
  /** The folder of the website in the repository. */
  root: string;
  homepage: string;
  versions: { commit: string; date: string }[];
  facts: LabelledFact[];
}

/** A fact as drafted from the first version: the value of a path, or one item of a list. */
export interface LabelledFact {
  path: string;
  value?: unknown;
  item?: string;
  page: string;
  quotes: string[];
  changes: LabelledChange[];
}

/**
 * What a version did to a fact. `changed` and `gone` must be noticed; `moved`, `reworded` (the value is the same) and `back` must not be
 * reported. `either` is open to judgement: whatever the program does counts as right.
 */
export interface LabelledChange {
  /** The beginning of the version's commit. */
  at: string;
  what: 'changed' | 'gone' | 'moved' | 'reworded' | 'back' | 'either';
  /** What the website says now, where, and in which words; without words in those of the value. */
  value?: unknown;
  page?: string;
  quotes?: string[];
  note?: string;
}

export const isNoticeable = ({ what }: LabelledChange): boolean => what === 'changed' || what === 'gone';

const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether a proposed value is the labelled one; texts may differ in signs and spaces. */
export const isLabelled = (value: unknown, labelled: unknown): boolean =>
  typeof value === 'string' && typeof labelled === 'string' ? squash(value) === squash(labelled) : isDeepStrictEqual(value, labelled);

export const hasItem = (value: unknown, item: unknown): boolean => Array.isArray(value) && value.some((one) => isLabelled(one, item));
