import { noteRetries } from './retries.mjs'

const shownFiles = 20

const write = (lines) => process.stdout.write(`${lines.join('\n')}\n`)

function writeSlowest(files) {
  if (files.length < shownFiles) return
  const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, shownFiles)
  write(['', `The ${shownFiles} slowest files:`])
  write(slowest.map(({ path, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(8)} s  ${path}`))
}

/** Prints the slowest files, retries, failures and counts of some runs; gives the exit code. */
export function reportRun(runs, filters) {
  const files = runs.flatMap((run) => run.files ?? [])
  const { lines, flaky } = noteRetries(files)
  const failures = [
    ...runs.flatMap((run) => run.failures),
    ...flaky.map((name) => `${name} needed a retry in two of the last ten runs`),
  ]
  const sum = (kind) => runs.reduce((total, counts) => total + (counts[kind] ?? 0), 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed') + flaky.length, sum('skipped')]
  writeSlowest(files)
  write([
    '',
    `Retried tests: ${lines.length === 0 ? 'none' : lines.length}`,
    ...lines.map((line) => `  ${line}`),
  ])
  write(failures.map((failure) => `Failed: ${failure}`))
  const isEmpty = passed + failed === 0
  if (isEmpty) write([`No test has a path with ${filters.join(' or ')}.`])
  write([`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`])
  return isEmpty || failed > 0 ? 1 : 0
}
