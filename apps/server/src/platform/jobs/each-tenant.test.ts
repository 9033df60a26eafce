import { expect, it } from 'vitest'
import { eachTenant } from './each-tenant.ts'

function listeningLog() {
  const failed: unknown[] = []
  return { failed, error: ({ tenantId }: { tenantId?: number }) => void failed.push(tenantId) }
}

const broken = new Error('This company is broken')

it('goes on behind whoever fails, and says so at the end', async () => {
  const log = listeningLog()
  const done: number[] = []
  const all = eachTenant([1, 2, 3, 4], log, async (tenantId) => {
    if (tenantId % 2 === 1) throw broken
    done.push(tenantId)
  })
  await expect(all).rejects.toMatchObject({
    message: 'It failed for 2 of 4 companies',
    errors: [broken, broken],
  })
  expect(done).toEqual([2, 4])
  expect(log.failed).toEqual([1, 3])
})

it('says nothing where nothing fails', async () => {
  const log = listeningLog()
  await eachTenant([1, 2], log, async () => undefined)
  expect(log.failed).toEqual([])
})

it('waits for nobody else where the database is away', async () => {
  const log = listeningLog()
  const asked: number[] = []
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const all = eachTenant([1, 2], log, async (tenantId) => {
    asked.push(tenantId)
    throw away
  })
  await expect(all).rejects.toBe(away)
  expect([asked, log.failed]).toEqual([[1], []])
})
