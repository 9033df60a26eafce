// Installs what is missing and builds the web application, and starts nothing: `npm run build`.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
})
