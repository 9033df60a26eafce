// Breaks what Steward stands on, and looks at the outcome of its data: `npm run faults -- --rounds 100`.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(nodePath(), [at('faults/main.ts'), ...process.argv.slice(2)])
})
