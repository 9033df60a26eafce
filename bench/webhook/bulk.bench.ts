import { memoryOf } from '../cpu.ts'
import { followed } from '../health.bench.ts'
import { once } from '../load.ts'
import { measureBeside, openBeside, type NeighbourFigures } from '../overload/neighbour.bench.ts'
import { endProcess, startSteward, type Stage } from '../stage.ts'
import { addWebhook, startReceiver, untilTrue, type Receiver } from './webhook.stage.ts'

/** Milliseconds between two looks at the memory. */
const lookEvery = 100

export interface BulkWebhookFigures {
  records: number
  /** Events that arrived, and the calls that they came in. */
  events: number
  calls: number
  seconds: number
  /** Megabytes above idle at most. */
  memory: number
  neighbour: NeighbourFigures
}

async function updateAll({ steward }: Stage): Promise<void> {
  await once(steward, {
    method: 'POST',
    path: '/api/core/entity/bulk',
    body: {
      type: 'massUpdate',
      level: 'account',
      selection: { filter: '' },
      change: { data: { number_3: 815 } },
    },
  })
}

/** Follows the memory of a process until stopped. */
function watchMemory(pid: number): () => number {
  const before = memoryOf(pid).now
  let peak = before
  const look = setInterval(() => (peak = Math.max(peak, memoryOf(pid).now)), lookEvery)
  return () => {
    clearInterval(look)
    return peak - before
  }
}

async function measure(stage: Stage, receiver: Receiver, records: number, seconds: number) {
  await addWebhook(stage, { endpoint: receiver.url, events: ['account.updated'], batches: true })
  await followed(stage)
  const beside = await openBeside(stage)
  const [pid = 0] = stage.steward.pids
  const figures = { seconds: 0, memory: 0 }
  const begin = async () => {
    const stop = watchMemory(pid)
    const from = performance.now()
    let isOver = false
    await updateAll(stage)
    const arrive = async () => {
      await untilTrue(async () => (await receiver.read()).events >= records)
      isOver = true
      Object.assign(figures, { seconds: (performance.now() - from) / 1000, memory: stop() })
    }
    const arrived = arrive()
    return { isOver: () => isOver, end: () => arrived }
  }
  const what = `a bulk update of ${records} accounts with a batching webhook`
  const neighbour = await measureBeside(stage, beside, seconds, [what, begin])
  await beside.neighbour.close()
  return { neighbour, ...figures }
}

/** Updates all accounts at once, with a webhook that accepts batches, beside another company. */
export async function benchBulkWebhook(
  stage: Stage,
  records: number,
  seconds: number,
): Promise<BulkWebhookFigures> {
  const receiver = await startReceiver()
  await endProcess(stage.steward.process)
  const steward = await startSteward(stage.url, stage.dataDir, stage.databasePid, {
    ALLOW_PRIVATE_ADDRESSES: 'on',
  })
  try {
    const measured = await measure({ ...stage, steward }, receiver, records, seconds)
    const { events, calls } = await receiver.read()
    return { records, events, calls, ...measured }
  } finally {
    await endProcess(steward.process)
    await receiver.stop()
  }
}
