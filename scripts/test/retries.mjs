import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { at } from '../lib/root.mjs'

const path = at('.cache/test/retries.json')
const keptRuns = 10
/** A test that was retried in so many of the kept runs is flaky. */
const flakyFrom = 2

const nameOf = (file, { name }) => `${file.path} > ${name}`

/**
 * Adds the retries of this run to those of the last ones. Gives a line for each test that was retried now, and the
 * names of those that were retried too often.
 */
export function noteRetries(files) {
  const earlier = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  const now = files.flatMap((file) => file.retried.map((test) => nameOf(file, test)))
  const runs = [...earlier, now].slice(-keptRuns)
  writeFileSync(path, JSON.stringify(runs))
  const timesOf = (name) => runs.filter((run) => run.includes(name)).length
  const lines = files.flatMap((file) =>
    file.retried.map((test) => `${nameOf(file, test)} passed or failed in attempt ${test.attempts}`),
  )
  return { lines, flaky: [...new Set(now)].filter((name) => timesOf(name) >= flakyFrom) }
}
