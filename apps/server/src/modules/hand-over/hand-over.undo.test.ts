import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { openChangeSet } from '../record/index.ts'
import { create, good, undo } from '../record/record.fixture.ts'
import { createHandOvers } from './hand-over.service.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

/** How many records someone owns. */
async function ownedBy({ actor }: Client): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query(
    'select count(*)::int as n from record where $1 = any(owners)',
    [actor.userId],
  )
  return rows[0].n
}

const someTwo = () => Promise.all([app.newUser('manager'), app.newUser('manager')])

/** Does the work of the job, until the signal says that the process ends. */
function handOver(from: Client, to: Client, changeSetId: number, signal = new AbortController().signal) {
  const { platform, modules } = app.application
  const payload = { tenantId: app.tenantId, userId: admin.actor.userId, changeSetId }
  const task = createHandOvers(platform, modules).tasks['record.hand_over']
  return task({ ...payload, from: from.actor.userId, to: to.actor.userId }, { signal, log: platform.log })
}

describe('a hand-over by a job', () => {
  it('ends where it stands when it is undone', async () => {
    const [from, to] = await someTwo()
    const { records } = app.application.modules
    const act = { action: 'create', at: app.clock.now() } as const
    await records.write(from.actor, 2, act, () =>
      Array.from({ length: 2001 }, (_, n) => ({ kind: 'create' as const, values: { name: `Much ${n}` } })),
    )
    const book = { fromUserId: from.actor.userId, toUserId: to.actor.userId, levels: ['account'] }
    const { changeSetId, byJob } = good(await admin.post('core/hand-over', book)).data
    expect(byJob).toBe(true)
    await expect(handOver(from, to, changeSetId, AbortSignal.abort())).rejects.toThrow('later')
    expect(await ownedBy(to)).toBe(500)
    expect(await undo(admin, changeSetId)).toMatchObject({ undone: 500, kept: [] })
    await handOver(from, to, changeSetId)
    expect([await ownedBy(from), await ownedBy(to)]).toEqual([2001, 0])
  })

  it('does not begin when it was undone before', async () => {
    const [from, to] = await someTwo()
    await create(from, 'accounts', { name: 'Only one' })
    const act = { action: 'assign', at: app.clock.now() } as const
    const set = { ...act, actor: admin.actor }
    const db = app.application.platform.database.tenant(app.tenantId)
    const changeSetId = await transact(db, (tx) => openChangeSet(tx, set, { level: 2, records: 1 }))
    await undo(admin, changeSetId)
    await handOver(from, to, changeSetId)
    expect(await ownedBy(to)).toBe(0)
  })
})
