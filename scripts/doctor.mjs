// Says how an installation stands, and what to do: `npm run doctor`, `-- --json`, `-- --env-file <file>`.
// Installs nothing and changes nothing.
import { existsSync } from 'node:fs'
import { isInstalled } from './lib/install.mjs'
import { at, findNode } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

function missing() {
  if (!isInstalled()) return 'The packages of package-lock.json are not all installed.'
  if (!findNode()) return 'Node 24 is missing.'
  if (!existsSync(at('apps/web/dist/index.html'))) return 'The web application is not built.'
  return undefined
}

await main(async () => {
  const fault = missing()
  if (fault)
    throw new Error(`${fault}\n-> npm run build installs and builds what is missing, npm start as well.`)
  return run(findNode(), [at('apps/server/src/bin/doctor.ts'), ...process.argv.slice(2)])
})
