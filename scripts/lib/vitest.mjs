import { existsSync, readFileSync, rmSync } from 'node:fs'
import { recordVariable } from '../test/record.reporter.mjs'
import { withScratch } from '../test/scratch.mjs'
import { at, nodePath, tools } from './root.mjs'
import { run } from './run.mjs'

/** Tests start many processes, each of which would compile the same sources. */
const compiled = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('.cache/node') }

function countsOf(files) {
  const sum = (count) => files.reduce((total, file) => total + count(file), 0)
  const failures = files.flatMap((file) => file.failures)
  return {
    passed: sum((file) => file.passed),
    failed: failures.length,
    skipped: sum((file) => file.skipped),
    failures,
    files,
  }
}

/** Runs projects of vitest.config.ts, narrowed by filters; resolves with `{ passed, failed, skipped, failures, files }`. */
export async function runTests(projects, filters, environment = {}) {
  const record = at(`.cache/test/${projects.join('-')}.json`)
  rmSync(record, { force: true })
  const parameters = [
    tools.vitest,
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--passWithNoTests',
    ...filters,
  ]
  const code = await withScratch((scratch) =>
    run(nodePath(), parameters, { ...compiled, ...scratch, ...environment, [recordVariable]: record }),
  )
  const counts = countsOf(existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : [])
  if (code === 0 || counts.failed > 0) return counts
  return { ...counts, failed: 1, failures: [`the run of ${projects.join(', ')}`] }
}
