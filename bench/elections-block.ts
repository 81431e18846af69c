import { runBlock } from './elections/measure.ts';
import { type BlockOptions, planBlock } from './elections/plan.ts';
import { withWorld } from './elections/world.ts';

/** Simulates the weeks of one site. bench/elections.ts starts it for each block of weeks and gets the results as a message. */
const block = JSON.parse(process.argv[2]!) as BlockOptions;
const results = await withWorld((world) => runBlock(world, planBlock(block), block.weeks));
process.send!(results, () => process.disconnect());
