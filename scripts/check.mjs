// Checks the sources: `npm run check`, or by name: `npm run check -- types lint`.
import { checkNames, runChecks } from './check/run-checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/run.mjs'

await main(async () => {
  await ensureInstalled()
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !checkNames.includes(name))
  if (unknown.length > 0)
    throw new Error(`No check is called ${unknown.join(', ')}. There are: ${checkNames.join(', ')}`)
  const { passed, failed } = await runChecks(wanted.length > 0 ? wanted : checkNames)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed > 0 ? 1 : 0
})
