// Checks and tests: `npm test`. Only tests whose path holds a word: `npm test -- record`. Only what a change can
// affect: `npm test -- --changed` (since the last commit) or `--changed=main`. Tests that take long and are left to
// releases: `npm run test:long`. Needs nothing but Node 20 or newer. The last line is "N passed, N failed".
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { checkNames, runChecks } from './check/run-checks.mjs'
import { filesBelow } from './lib/fingerprint.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at } from './lib/root.mjs'
import { main } from './lib/run.mjs'
import { runTests } from './lib/vitest.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'
import { partByChange } from './test/affected.mjs'
import { keepDurations } from './test/durations.mjs'
import { readRequest } from './test/request.mjs'
import { reportRun } from './test/report.mjs'

const isTest = (file) => /\.test\.tsx?$/.test(file)
const allTests = () => ['apps', 'packages', 'e2e', 'faults', 'bench'].flatMap(filesBelow).filter(isTest)

function hasBrowserTests(filters) {
  const files = filesBelow('e2e').filter(isTest)
  return files.some((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
}

async function browserTests(filters) {
  try {
    await ensureWebBuilt()
  } catch (error) {
    process.stdout.write(`${error.message}\n`)
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['the web application could not be built'],
      files: [],
    }
  }
  return runTests(['e2e'], filters)
}

/** Runs the tests without a browser, then judges all statements that they made the product send. */
async function otherTests(filters) {
  mkdirSync(at('.cache/test'), { recursive: true })
  // A folder per run, so that two runs in one checkout don't judge each other's statements.
  const statements = mkdtempSync(at('.cache/test/statements-'))
  const environment = { STATEMENT_FOLDER: statements }
  try {
    const runs = [await runTests(['unit', 'conditions', 'server', 'mocking', 'web'], filters, environment)]
    if (filters.length === 0 || readdirSync(statements).length > 1)
      runs.push(await runTests(['recorded'], [], environment))
    return runs
  } finally {
    rmSync(statements, { recursive: true, force: true })
  }
}

async function longTests(filters) {
  await ensureWebBuilt()
  return [await runTests(['long'], filters)]
}

/** The files to run for a change; their paths serve as filters. */
async function filtersOf({ filters, changedSince }) {
  if (changedSince === undefined) return filters
  const { affected, skipped } = await partByChange(changedSince, allTests())
  process.stdout.write(`Skipped, as the change since ${changedSince} can't affect them:\n`)
  process.stdout.write(`${skipped.map((file) => `  ${file}`).join('\n') || '  none'}\n\n`)
  return affected
}

await main(async () => {
  await ensureInstalled()
  const request = readRequest(process.argv.slice(2))
  const filters = await filtersOf(request)
  const isWhole = filters.length === 0
  if (isWhole && request.changedSince !== undefined) {
    process.stdout.write('The change affects no test.\n\n0 passed, 0 failed\n')
    return 0
  }
  const runs = []
  if (isWhole && !request.isLong) runs.push(await runChecks(checkNames))
  if (request.isLong) runs.push(...(await longTests(filters)))
  else {
    runs.push(...(await otherTests(filters)))
    if (hasBrowserTests(filters)) runs.push(await browserTests(filters))
  }
  keepDurations(runs.flatMap(({ files = [] }) => files))
  return reportRun(runs, filters)
})
