import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '../../src/modules/record/record.fixture.ts'
import type { Event, EventHandler } from '../../src/platform/events/events.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { countStatements } from '../unseen/counted.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

/** Changes an account again and again; gives the events of that. */
async function changeOften(accountId: number, times: number): Promise<Event<RecordChanged>[]> {
  for (let n = 1; n <= times; n += 1) {
    const answer = await admin.post(`core/accounts/${accountId}`, { data: { about: `Change ${n}` } })
    expect(answer.status).toBe(200)
  }
  const { rows } = await app.application.platform.database.owner.query<Event<RecordChanged>>(
    `select tenant_id as "tenantId", event_id::int as "eventId", payload, at from event
     where tenant_id = $1 and type = $2 order by event_id desc limit $3`,
    [app.tenantId, recordChanged.name, times],
  )
  return rows.map((event) => ({ ...event, payload: recordChanged.payload.parse(event.payload) })).toReversed()
}

async function statementsOf({ takesBatches, handle }: EventHandler, events: readonly Event[]) {
  const { statements } = await countStatements(async () => {
    if (takesBatches) return handle(app.tenantId, events)
    for (const event of events) await handle(app.tenantId, [event])
  })
  return statements.length
}

it('takes as many statements to tell subscribers of twenty changes as of two', async () => {
  const events = await changeOften(await create(admin, 'accounts', { name: 'Acme' }), 20)
  expect(events).toHaveLength(20)
  const subscribers = app.application.modules.modules.flatMap((part) => part.subscribers ?? [])
  const counts: Record<string, [few: number, many: number]> = {}
  for (const { name, handlers } of subscribers) {
    for (const handler of handlers.filter(({ type }) => type.name === recordChanged.name)) {
      // The first time, caches are filled.
      await statementsOf(handler, events.slice(0, 1))
      const few = await statementsOf(handler, events.slice(0, 2))
      counts[name] = [few, await statementsOf(handler, events)]
    }
  }
  expect(Object.keys(counts).length).toBeGreaterThan(5)
  expect(Object.entries(counts).filter(([, [few, many]]) => many > few)).toEqual([])
})
