// Lists tenants, exports, imports and deletes one: `npm run tenant -- list`.
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  return run(nodePath(), [at('apps/server/src/bin/tenant.ts'), ...process.argv.slice(2)])
})
