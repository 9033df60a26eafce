import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { at, nodePath, root, tools } from './root.mjs'
import { run } from './run.mjs'

const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** What failed in a file; one that could not be loaded or tidied up counts as one test that failed. */
function failuresOf({ name, status, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed')
  const file = relative(root, name)
  if (status === 'failed' && tests.length === 0) return [file]
  return tests.map((test) => `${file} > ${test.fullName}`)
}

function countsOf(report) {
  const failures = report.testResults.flatMap(failuresOf)
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

/** Runs projects of vitest.config.ts, narrowed by filters; resolves with `{ passed, failed, skipped, failures }`. */
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
  if (code === 0 || counts.failed > 0) return counts
  return { ...counts, failed: 1, failures: [`the run of ${projects.join(', ')}`] }
}
