import pino from 'pino'
import type { TestApp } from '../../../test/harness.ts'
import { createJobThrottle } from '../pace/job-throttle.ts'
import { createLoadAverage, type LoadAverage } from '../pace/load-average.ts'
import { runJobs, type Task } from './jobs.ts'

/** Starts workers of tasks on the database of a test; nothing else is busy unless `demand` says so. */
export function startTasks(
  app: TestApp,
  tasks: Record<string, Task>,
  { concurrency = 3, demand = createLoadAverage() }: { concurrency?: number; demand?: LoadAverage } = {},
): Promise<{ stop(): Promise<void> }> {
  return runJobs(app.application.platform.database, tasks, {
    log: pino({ level: 'silent' }),
    crontab: '',
    concurrency,
    rests: createJobThrottle(demand, async () => 0),
  })
}
