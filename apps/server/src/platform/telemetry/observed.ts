import type { Task } from '../jobs/jobs.ts'
import { splitCause } from './cause.ts'
import type { Metrics } from './metrics.ts'
import { inTrace, type TraceOptions } from './tracing.ts'

const tenantAttribute = 'steward.tenant_id'

async function timed<T>(
  note: (outcome: 'done' | 'failed', seconds: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  try {
    const result = await work()
    note('done', seconds())
    return result
  } catch (error) {
    note('failed', seconds())
    throw error
  }
}

function attributesOf(task: string, payload: unknown): TraceOptions['attributes'] {
  const { tenantId } = (payload ?? {}) as { tenantId?: unknown }
  return { 'steward.task': task, ...(typeof tenantId === 'number' ? { [tenantAttribute]: tenantId } : {}) }
}

function observeTask(name: string, task: Task, metrics: Metrics): Task {
  return async (given, context) => {
    const { payload, cause } = splitCause(given)
    const options = { attributes: attributesOf(name, payload), causes: cause ? [cause] : [] }
    const note = (outcome: 'done' | 'failed', seconds: number) => metrics.noteJob(name, outcome, seconds)
    return inTrace(`job ${name}`, options, () => timed(note, () => task(payload, context)))
  }
}

/** The tasks as they were, measured and traced. */
export function observeTasks(tasks: Record<string, Task>, metrics: Metrics): Record<string, Task> {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, observeTask(name, task, metrics)]),
  )
}
