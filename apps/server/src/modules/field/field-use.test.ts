import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '@steward/contracts/field'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import type { FieldService } from './index.ts'

let test: TestApp
let service: FieldService
let admin: Client
let viewer: Client

beforeAll(async () => {
  test = await startTestApp()
  service = test.application.modules.fields
  admin = await test.as('administrator')
  viewer = await test.as('viewer')
})
afterAll(() => test.stop())

async function create(columnLevel: string, displayName: string): Promise<Field> {
  const field = { displayName, dataType: 'string', columnLevel }
  return (await admin.post('core/fields', field)).body.data
}

describe('PUT /core/field-order', () => {
  it('orders exactly the fields of the level', async () => {
    const created = [
      await create('organization', 'Order one'),
      await create('organization', 'Order two'),
      await create('organization', 'Order three'),
    ]
    const present: Field[] = (await admin.get('core/fields?level=organization')).body.data
    const ids = present.map((field) => field.customColumnId)
    const put = (orderArray: number[]) =>
      admin.put('core/field-order', { columnLevel: 'organization', orderArray })
    const { status, body } = await put(ids.toReversed())
    expect(status).toBe(200)
    expect(body.data.map((field: Field) => field.customColumnId)).toEqual(ids.toReversed())
    const { body: list } = await viewer.get('core/fields?level=organization')
    expect(list.data).toEqual(body.data)

    const short = await put(ids.slice(0, -1))
    expect(short.status).toBe(400)
    expect(short.body.fields.orderArray).toBe(
      `The order is missing "Order three" (${created[2]?.customColumnId}).`,
    )
    const foreign = await put([...ids, 99999999999])
    expect(foreign.body.fields.orderArray).toBe('Unknown fields: 99999999999.')
    const twice = await put([...ids, ids[0] ?? 0])
    expect(twice.body.fields.orderArray).toBe(`The order contains ${ids[0]} more than once.`)
  })
})

describe('usage', () => {
  it('counts records and names the other uses', async () => {
    const field = await create('contact', 'Counted')
    await create('contact', 'Seniority')
    const isCounted = (id: number | null) => id === field.customColumnId
    service.registerRecordCount(async (_tenantId, { fieldId }) => (isCounted(fieldId) ? 42 : 0))
    service.registerUse('segment', async (_tenantId, { fieldId }) =>
      isCounted(fieldId) ? [{ kind: 'segment', name: 'Big ones', count: 1 }] : [],
    )
    const usage = await viewer.get(`core/fields/${field.customColumnId}/system-usage`)
    expect(usage.body.data).toEqual({
      records: 42,
      uses: [{ kind: 'segment', name: 'Big ones', count: 1 }],
    })
    const { body } = await viewer.get('core/fields?level=contact&format=object&withUsage=true')
    expect([body.data.counted.usage, body.data.seniority.usage]).toEqual([42, 0])
    // Anyone who sees only their own records is notified of no others.
    const scoped = await test.as('normalUser')
    const told = await scoped.get(`core/fields/${field.customColumnId}/system-usage`)
    expect(told.body.data).toEqual({ uses: usage.body.data.uses })
    const seen = await scoped.get('core/fields?level=contact&format=object&withUsage=true')
    expect(seen.body.data.counted).not.toHaveProperty('usage')
    const without = await viewer.get('core/fields?level=contact&name=counted')
    expect(without.body.data[0]).not.toHaveProperty('usage')
  })
})

it('tells an event of each change', async () => {
  const { owner } = test.application.platform.database
  const field = await create('account', 'Told')
  await admin.put(`core/fields/${field.customColumnId}`, { required: true })
  await admin.delete(`core/fields/${field.customColumnId}`)
  const { rows } = await owner.query(
    `select type, payload from event where tenant_id = $1 and (payload->>'fieldId')::int = $2 order by event_id`,
    [test.tenantId, field.customColumnId],
  )
  const payload = { fieldId: field.customColumnId, level: 2, name: 'told' }
  expect(rows).toEqual([
    { type: 'field.created', payload },
    { type: 'field.changed', payload },
    { type: 'field.deleted', payload },
  ])
})

it('gives the same catalogue until a field changes', async () => {
  const one = await service.catalogue(test.tenantId, 2)
  expect(await service.catalogue(test.tenantId, 2)).toBe(one)
  const field = await create('account', 'Catalogued')
  const two = await service.catalogue(test.tenantId, 2)
  expect(one.find('catalogued')).toBeUndefined()
  expect(two.find('catalogued')).toMatchObject({ key: String(field.customColumnId), kind: 'text' })
})
