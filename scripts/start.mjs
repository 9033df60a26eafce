// Starts Steward. Needs nothing but a Node 20 or newer: what is missing is installed and built first, once the
// settings are in order.
import { readFileSync } from 'node:fs'
import { ensureInstalled, isInstalled } from './lib/install.mjs'
import { at, nodePath, root } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'
import { checkSettings } from './lib/settings.generated.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

// A small young generation, and an old one that is collected once it has grown by 60 percent, keep memory flat while an
// import turns over a lot of short-lived rows.
const serverFlags = JSON.parse(readFileSync(at('scripts/lib/server-flags.json'), 'utf8'))

await main(async () => {
  await checkSettings(process.env, root)
  if (!isInstalled()) process.stdout.write('The first start of Steward takes a few minutes.\n')
  await ensureInstalled()
  await ensureWebBuilt()
  // Types are stripped once, not at every start.
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('.cache/node') }
  const program = [...serverFlags, at('apps/server/src/main.ts'), ...process.argv.slice(2)]
  return run(nodePath(), program, env, { ownGroup: true })
})
