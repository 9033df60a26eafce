// Writes a new module: `npm run new -- survey-management survey` (the noun may be left out). It lists what
// is in its table, and has a test that fails until someone writes how a thing comes into it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath, tools } from './lib/root.mjs'
import { capture, main } from './lib/run.mjs'
import { namesOf } from './new-module/names.mjs'
import { filesOf } from './new-module/templates.mjs'

const lengthOfTime = 'yyyymmddThhmm'.length

function now() {
  return new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, lengthOfTime)
}

const nextSteps = (n) => `
Next:
  1. apps/server/src/modules.ts: ${n.moduleVariable} in the list
  2. scripts/check/module-graph.cjs: the module's level
  3. packages/contracts/src/plain/permission.ts: '${n.noun}.read'
  4. npm test -- ${n.module}: the second test fails until a ${n.words} can be created
  5. npm run gen
`

await main(async () => {
  await ensureInstalled()
  const [module, noun] = process.argv.slice(2)
  if (!module) throw new Error('Say the name: npm run new -- <module> [<noun>]')
  const names = namesOf(module, noun)
  const files = filesOf(names, now())
  const present = Object.keys(files).filter((file) => existsSync(at(file)))
  if (present.length > 0) throw new Error(`There is already ${present.join(', ')}.`)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(at(file)), { recursive: true })
    writeFileSync(at(file), content)
    process.stdout.write(`${file}\n`)
  }
  const sources = Object.keys(files).filter((file) => !file.endsWith('.sql'))
  await capture(nodePath(), [tools.oxfmt, ...sources.map((file) => at(file))])
  process.stdout.write(nextSteps(names))
})
