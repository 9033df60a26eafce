import { relative } from 'node:path'
import { mkdirSync, writeFileSync } from 'node:fs'
import { at, root } from '../lib/root.mjs'

/** Where the record of a run goes; without it nothing is written. */
export const recordVariable = 'TEST_RECORD'

function retriedOf(test) {
  const attempts = (test.diagnostic()?.retryCount ?? 0) + 1
  return attempts > 1 ? [{ name: test.fullName, attempts }] : []
}

/** The outcome of one file. A file that could not be loaded or cleaned up counts as one failed test. */
function fileOf(module) {
  const path = relative(root, module.moduleId)
  const tests = [...module.children.allTests()]
  const inState = (state) => tests.filter((test) => test.result().state === state)
  const failures = inState('failed').map(({ fullName }) => `${path} > ${fullName}`)
  if (failures.length === 0 && module.state() === 'failed') failures.push(path)
  const { duration, collectDuration, prepareDuration, environmentSetupDuration } = module.diagnostic()
  return {
    path,
    milliseconds: Math.round(duration + collectDuration + prepareDuration + environmentSetupDuration),
    passed: inState('passed').length,
    skipped: inState('skipped').length,
    failures,
    retried: tests.flatMap(retriedOf),
  }
}

/** A Vitest reporter that writes the outcome of each file, how long it took, and what was retried. */
export function createRecordReporter() {
  const path = process.env[recordVariable]
  return {
    onTestRunEnd(modules) {
      if (!path) return
      mkdirSync(at('.cache/test'), { recursive: true })
      writeFileSync(path, JSON.stringify(modules.map(fileOf)))
    },
  }
}
