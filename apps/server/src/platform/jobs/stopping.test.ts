import pg from 'pg'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createLoadAverage } from '../pace/load-average.ts'
import { createJobThrottle } from '../pace/job-throttle.ts'
import { runJobs } from './jobs.ts'

it('hears of connections that break while it stops, so that the process does not end by them', async () => {
  const app = await startTestApp()
  const { database } = app.application.platform
  const heardAtEnd: number[] = []
  const { end } = pg.Pool.prototype
  vi.spyOn(pg.Pool.prototype, 'end').mockImplementation(function (this: pg.Pool) {
    heardAtEnd.push(this.listenerCount('error'))
    return Reflect.apply(end, this, [])
  })
  try {
    const rests = createJobThrottle(createLoadAverage(), async () => 0)
    const log = pino({ level: 'silent' })
    const worker = await runJobs(database, {}, { log, crontab: '', concurrency: 2, rests })
    await worker.stop()
    expect(heardAtEnd).toEqual([1])
  } finally {
    vi.restoreAllMocks()
    await app.stop()
  }
})
