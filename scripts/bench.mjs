// Measures Steward beside its floors: `npm run bench`; what follows `--` goes to bench/main.ts.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(nodePath(), [at('bench/main.ts'), ...process.argv.slice(2)])
})
