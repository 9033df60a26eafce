// Calls every operation as everyone with values of every kind: `npm run fuzz -- --cases 20 --seed 7`;
// `--only account` takes the operations whose id holds a word.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { nodePath, tools } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

const mostSeed = 1_000_000

await main(async () => {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(randomInt(mostSeed)) },
      only: { type: 'string', default: '' },
    },
  })
  await ensureInstalled()
  const env = { FUZZ_CASES: values.cases, FUZZ_SEED: values.seed, FUZZ_ONLY: values.only }
  return run(nodePath(), [tools.vitest, 'run', '--project', 'server', 'apps/server/test/fuzz'], env)
})
