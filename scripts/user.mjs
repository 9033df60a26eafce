// Turns the second factor of someone off who cannot sign in: `npm run user -- second-factor-off <username>`.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(nodePath(), [at('apps/server/src/bin/user.ts'), ...process.argv.slice(2)])
})
