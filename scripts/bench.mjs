// Measures Steward beside its floors: `npm run bench`; what follows `--` goes to bench/main.ts.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return run(nodePath(), [at('bench/main.ts'), ...process.argv.slice(2)])
})
