import { line, neighbourLine, wallClock, type Line } from '../line.ts'
import type { Stage } from '../stage.ts'
import { benchFlow } from './flow.bench.ts'
import { benchLatency } from './latency.bench.ts'
import { benchListening } from './listen.bench.ts'
import { benchRehearsal } from './rehearsal.bench.ts'
import { benchSleeping, benchWaking } from './sleep.bench.ts'

const rehearsalCost =
  'The floor reads the changes and drops them. A rehearsal also reads the records, goes back and forth through their values, and writes numbers and actions.'

/** Scenarios, in an instance of their own: rehearsed, at work, and followed by changes. */
export async function* scenarioWorks(
  stage: Stage,
  accounts: number,
  seconds: number,
): AsyncGenerator<Line[]> {
  const rehearsal = await benchRehearsal(stage, accounts)
  yield [
    line({
      work: `scenario rehearsal: 90 days of ${accounts} accounts with ${rehearsal.changes} changes`,
      unit: 'CPU ms',
      floor: rehearsal.bare,
      steward: rehearsal.rehearsed,
      bound: { most: 3 },
      ifOver: rehearsalCost,
    }),
  ]
  const { p95 } = await benchLatency(stage)
  yield [
    line({
      work: 'scenario: commit to the first action, p95',
      unit: 'ms',
      steward: p95,
      bound: { most: 2000 },
      ifOver: wallClock,
    }),
  ]
  const flow = await benchFlow(stage)
  yield [
    line({
      work: `scenario: ${flow.records} records through condition, attribute, task and end`,
      unit: 'records/s',
      floor: flow.bareRate,
      steward: flow.rate,
      bound: { least: 0.2 },
      ifOver: wallClock,
    }),
    line({
      work: `scenario: memory above idle for ${flow.records} records`,
      unit: 'MB',
      steward: flow.memory,
      bound: { most: 150 },
    }),
  ]
  const sleeping = await benchSleeping(stage, accounts * 10, seconds)
  yield [
    line({
      work: `scenario: change of a field that a scenario follows, with ${sleeping.sleeping} sleeping runs beside none`,
      unit: 'CPU ms',
      floor: sleeping.without,
      steward: sleeping.with,
      bound: { most: 1.1 },
    }),
  ]
  const waking = await benchWaking(stage, flow.records, seconds)
  yield [
    line({
      work: `scenario: ${waking.records} records that wake in one minute, through the same nodes`,
      unit: 'records/s',
      floor: flow.bareRate,
      steward: waking.rate,
      bound: { least: 0.2 },
      ifOver: wallClock,
    }),
    neighbourLine(waking.neighbour),
  ]
  const listening = await benchListening(stage, seconds)
  yield [
    line({
      work: `scenario: change of one field with ${listening.scenarios} scenarios that follow it beside none`,
      unit: 'CPU ms',
      floor: listening.without,
      steward: listening.with,
      bound: { most: 1.1 },
    }),
  ]
}
