// Brings the database to this release and ends; `npm start` does so by itself.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(nodePath(), [at('apps/server/src/bin/migrate.ts')])
})
