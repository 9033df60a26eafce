import { line, neighbourLine, wallClock, type Line } from '../line.ts'
import type { Stage } from '../stage.ts'
import { benchFlow, type FlowFigures } from './flow.bench.ts'
import { benchLatency, type LatencyFigures } from './latency.bench.ts'
import { benchListening, type ListenFigures } from './listen.bench.ts'
import { benchRehearsal, type RehearsalFigures } from './rehearsal.bench.ts'
import {
  addOthersAsleep,
  benchSleeping,
  benchWaking,
  type SleepFigures,
  type WakeFigures,
} from './sleep.bench.ts'

/** Runs that sleep, for each account. */
const sleepersOfEach = 10

const rehearsalCost =
  'The floor reads the changes and drops them. A rehearsal also reads the records, goes back and forth through their values, and writes numbers and actions.'

const rehearsalLine = ({ accounts, changes, bare, rehearsed }: RehearsalFigures): Line =>
  line({
    work: `scenario rehearsal: 90 days of ${accounts} accounts with ${changes} changes`,
    unit: 'CPU ms',
    floor: bare,
    steward: rehearsed,
    bound: { most: 3 },
    ifOver: rehearsalCost,
  })

const latencyLine = ({ p95 }: LatencyFigures): Line =>
  line({
    work: 'scenario latency: commit to the first action, p95',
    unit: 'ms',
    steward: p95,
    bound: { most: 2000 },
    ifOver: wallClock,
  })

const flowLines = ({ records, bareRate, rate, memory }: FlowFigures): Line[] => [
  line({
    work: `scenario flow: ${records} records through condition, attribute, task and end`,
    unit: 'records/s',
    floor: bareRate,
    steward: rate,
    bound: { least: 0.2 },
    ifOver: wallClock,
  }),
  line({
    work: `scenario flow: memory above idle for ${records} records`,
    unit: 'MB',
    steward: memory,
    bound: { most: 150 },
  }),
]

const wakeLines = ({ records, rate, neighbour }: WakeFigures, bareRate: number): Line[] => [
  line({
    work: `scenario wake: ${records} records that wake in one minute, through the same nodes`,
    unit: 'records/s',
    floor: bareRate,
    steward: rate,
    bound: { least: 0.2 },
    ifOver: wallClock,
  }),
  neighbourLine(neighbour),
]

const listenLine = ({ scenarios, ...spent }: ListenFigures): Line =>
  line({
    work: `scenario listen: change of one field with ${scenarios} scenarios that follow it beside none`,
    unit: 'CPU ms',
    floor: spent.without,
    steward: spent.with,
    bound: { most: 1.1 },
  })

const sleepLine = ({ sleeping, ...spent }: SleepFigures): Line =>
  line({
    work: `scenario sleep: change of a field that a scenario follows, with ${sleeping} sleeping runs beside none`,
    unit: 'CPU ms',
    floor: spent.without,
    steward: spent.with,
    bound: { most: 1.1 },
  })

export interface ScenarioOptions {
  accounts: number
  seconds: number
  only: RegExp
  /** Starts an instance with the accounts of the workload. */
  open(): Promise<Stage>
}

/** Rehearsed, at work, woken and followed by changes, in one instance. */
async function* worksOf(stage: Stage, { accounts, seconds, only }: ScenarioOptions): AsyncGenerator<Line[]> {
  if (only.test('scenario rehearsal')) yield [rehearsalLine(await benchRehearsal(stage, accounts))]
  if (only.test('scenario latency')) yield [latencyLine(await benchLatency(stage))]
  // Waking goes through the same nodes, and has the same floor.
  if (only.test('scenario flow') || only.test('scenario wake')) {
    const flow = await benchFlow(stage)
    yield flowLines(flow)
    if (only.test('scenario wake')) {
      await addOthersAsleep(stage, accounts * sleepersOfEach)
      yield wakeLines(await benchWaking(stage, flow.records, seconds), flow.bareRate)
    }
  }
  if (only.test('scenario listen')) yield [listenLine(await benchListening(stage, seconds))]
}

/** Scenarios, in instances of their own: their changes would be in the way of others. */
export async function* scenarioWorks(options: ScenarioOptions): AsyncGenerator<Line[]> {
  const { accounts, seconds, only, open } = options
  const parts = ['rehearsal', 'latency', 'flow', 'wake', 'listen']
  if (parts.some((part) => only.test(`scenario ${part}`))) {
    const stage = await open()
    try {
      yield* worksOf(stage, options)
    } finally {
      await stage.clear()
    }
  }
  if (!only.test('scenario sleep')) return
  const awake = await open()
  try {
    const asleep = await open()
    try {
      yield [sleepLine(await benchSleeping({ awake, asleep }, accounts * sleepersOfEach, seconds))]
    } finally {
      await asleep.clear()
    }
  } finally {
    await awake.clear()
  }
}
