import { steps } from './steps.mjs'
import { reportStep } from './report.mjs'

/** Names of all checks, in the order in which they run. */
export const checkNames = Object.keys(steps)

async function attempt(step) {
  try {
    return await step()
  } catch (error) {
    return { ok: false, output: error.message }
  }
}

async function runStep(name) {
  const startedAt = Date.now()
  const result = await attempt(steps[name])
  reportStep(name, result, startedAt)
  return { name, ok: result.ok }
}

/** Runs the named checks, two at a time and all of them even when one fails; resolves with `{ passed, failed, failures }`. */
export async function runChecks(names) {
  const waiting = [...names]
  const results = []
  const work = async () => {
    while (waiting.length > 0) results.push(await runStep(waiting.shift()))
  }
  await Promise.all([work(), work()])
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => `check ${name}`)
  return { passed: results.length - failures.length, failed: failures.length, failures }
}
