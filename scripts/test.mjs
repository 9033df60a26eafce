// All checks and all tests: `npm test`; or the tests whose path holds a word: `npm test -- record`.
// Needs nothing but a Node 20 or newer. The last line counts: "N passed, N failed".
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { checkNames, runChecks } from './check/run-checks.mjs'
import { filesBelow } from './lib/fingerprint.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at } from './lib/root.mjs'
import { main } from './lib/run.mjs'
import { runTests } from './lib/vitest.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

function hasBrowserTests(filters) {
  const files = filesBelow('e2e').filter((file) => file.endsWith('.test.ts'))
  return files.some((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
}

async function browserTests(filters) {
  try {
    await ensureWebBuilt()
  } catch (error) {
    process.stdout.write(`${error.message}\n`)
    return { passed: 0, failed: 1, skipped: 0, failures: ['the web application could not be built'] }
  }
  return runTests(['e2e'], filters)
}

/** Tests without a browser; then, what they made the product ask its database is judged as a whole. */
async function otherTests(filters) {
  const statements = at('.cache/test/statements')
  rmSync(statements, { recursive: true, force: true })
  mkdirSync(statements, { recursive: true })
  process.env.STATEMENT_FOLDER = statements
  const runs = [await runTests(['unit', 'conditions', 'server', 'web'], filters)]
  if (filters.length === 0 || readdirSync(statements).length > 1) runs.push(await runTests(['recorded'], []))
  return runs
}

await main(async () => {
  await ensureInstalled()
  const filters = process.argv.slice(2)
  const runs = []
  if (filters.length === 0) runs.push(await runChecks(checkNames))
  runs.push(...(await otherTests(filters)))
  if (hasBrowserTests(filters)) runs.push(await browserTests(filters))
  const sum = (kind) => runs.reduce((total, counts) => total + (counts[kind] ?? 0), 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  const isEmpty = sum('passed') + sum('failed') === 0
  for (const failure of runs.flatMap(({ failures }) => failures)) process.stdout.write(`Failed: ${failure}\n`)
  if (isEmpty) process.stdout.write(`No test has a path with ${filters.join(' or ')}.\n`)
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`)
  return isEmpty || sum('failed') > 0 ? 1 : 0
})
