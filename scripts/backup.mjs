// Writes all of an instance into one file, while it works: `npm run backup -- --to <file>`.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(nodePath(), [at('apps/server/src/bin/backup.ts'), ...process.argv.slice(2)])
})
