// Restores a backup into an empty instance: `npm run restore -- --from <file>`.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(nodePath(), [at('apps/server/src/bin/restore.ts'), ...process.argv.slice(2)])
})
