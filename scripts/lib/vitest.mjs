import { existsSync, readFileSync, rmSync } from 'node:fs'
import { at, nodePath, tools } from './root.mjs'
import { run } from './run.mjs'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** A file that could not be loaded has no tests to count: it counts as one that failed. */
function countsOf(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Runs projects of vitest.config.ts, narrowed by filters; resolves with `{ passed, failed, skipped }`. */
export async function runTests(projects, filters) {
  const file = at(`.cache/test/${projects.join('-')}.json`)
  rmSync(file, { force: true })
  const code = await run(nodePath(), [
    tools.vitest,
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...filters,
  ])
  const counts = existsSync(file) ? countsOf(JSON.parse(readFileSync(file, 'utf8'))) : nothing
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
