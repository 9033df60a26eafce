import pg from 'pg'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createDemand } from '../pace/demand.ts'
import { createRests } from '../pace/rest.ts'
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
    const rests = createRests(createDemand(), async () => 0)
    const log = pino({ level: 'silent' })
    const worker = await runJobs(database, {}, { log, crontab: '', concurrency: 2, rests })
    await worker.stop()
    expect(heardAtEnd).toEqual([1])
  } finally {
    vi.restoreAllMocks()
    await app.stop()
  }
})
