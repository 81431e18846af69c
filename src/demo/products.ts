import { CLIMATE } from './products/climate.ts';
import { DESIGN } from './products/design.ts';
import { EDUCATION_AND_GAMES } from './products/education-and-games.ts';
import { FINANCE } from './products/finance.ts';
import { HARDWARE_AND_SCIENCE } from './products/hardware-and-science.ts';
import { HEALTH } from './products/health.ts';
import { HOME } from './products/home.ts';
import { LOGS_AND_APIS } from './products/logs-and-apis.ts';
import { TESTING_AND_DATA } from './products/testing-and-data.ts';
import { TRAVEL } from './products/travel.ts';
import { WORK_AND_TEAMS } from './products/work.ts';
import { WRITING } from './products/writing.ts';
import type { DemoProduct } from './types.ts';

/** Invented products. All of them live under .example, which nobody can register (RFC 2606). */
export const PRODUCTS: DemoProduct[] = [
  ...TESTING_AND_DATA,
  ...LOGS_AND_APIS,
  ...FINANCE,
  ...DESIGN,
  ...WRITING,
  ...EDUCATION_AND_GAMES,
  ...HEALTH,
  ...CLIMATE,
  ...HOME,
  ...TRAVEL,
  ...HARDWARE_AND_SCIENCE,
  ...WORK_AND_TEAMS,
];
