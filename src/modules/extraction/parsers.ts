import { implementTask } from '../../kernel/parsing/task.ts';
import { parseCrawledPage } from './parse/crawled-page.ts';
import { robotsRulesAllow, summarizeRobots } from './parse/robots.ts';
import { parseSitemap } from './parse/sitemap.ts';
import { check_robots, propose_by_rules, read_page, read_robots, read_sitemap, verify_model_answer, write_model_prompt } from './tasks.ts';

/** Loaded on first use: not every thread extracts profiles, and the word tables are large. */
const loadExtraction = () => import('./extract-pages.ts');

export const EXTRACTION_PARSERS = [
  implementTask(read_robots, ({ body }) => summarizeRobots(body)),
  implementTask(check_robots, ({ rules, url }) => robotsRulesAllow(rules, new URL(url))),
  implementTask(read_page, parseCrawledPage),
  implementTask(read_sitemap, parseSitemap),
  implementTask(propose_by_rules, async (site) => (await loadExtraction()).proposeByRules(site)),
  implementTask(write_model_prompt, async (site) => (await loadExtraction()).writeModelPrompt(site)),
  implementTask(verify_model_answer, async (site) => (await loadExtraction()).verifyModelAnswer(site)),
];
