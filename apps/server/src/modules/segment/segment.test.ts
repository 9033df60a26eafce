import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { callFrom } from '../../../test/sign-in.ts'

let test: TestApp
let administrator: Client
let manager: Client
let normalUser: Client
let viewer: Client

beforeAll(async () => {
  test = await startTestApp()
  administrator = await test.as('administrator')
  manager = await test.as('manager')
  normalUser = await test.as('normalUser')
  viewer = await test.as('viewer')
  for (const [name, pulse] of [
    ['Alder', 1],
    ['Birch', 2],
    ['Cedar', 5],
  ] as const) {
    await administrator.post('core/accounts', { globalFields: { name, 'system:pulse': pulse } })
  }
})
afterAll(() => test.stop())

const low = { field: 'system:pulse', operator: 'isSetTo', value: [1, 2] }
let serial = 0
const unique = (name: string) => `${name} ${(serial += 1)}`

async function create(client: Client, input: Record<string, unknown> = {}) {
  return client.post('segment', {
    name: unique('Low pulse'),
    segmentLevel: 'account',
    isPrivate: false,
    logic: low,
    ...input,
  })
}

async function idsOf(client: Client, tab: string): Promise<number[]> {
  const { body } = await client.get(`segment?level=account&tab=${tab}`)
  return body.data.map((segment: { segmentId: number }) => segment.segmentId)
}

describe('segments', () => {
  it('are made, read, changed and deleted', async () => {
    const view = {
      columns: ['name', 'system:pulse'],
      sortColumn: 'name',
      sortDirection: 'DESC',
      mode: 'board',
    }
    const created = await create(manager, { view, description: 'Who may leave' })
    expect(created.status).toBe(200)
    expect(created.body.data).toMatchObject({
      segmentLevel: 'account',
      isPrivate: false,
      isPinned: false,
      logic: low,
      view,
      description: 'Who may leave',
      mayEdit: true,
      brokenConditions: [],
      createdBy: { id: manager.actor.userId },
    })
    const { segmentId } = created.body.data
    const name = unique('Renamed')
    const changed = await manager.patch(`segment/${segmentId}`, { name })
    expect(changed.body.data).toMatchObject({ name, logic: low, view })
    expect((await viewer.get(`segment/${segmentId}`)).body.data).toMatchObject({ name, mayEdit: false })
    expect((await manager.delete(`segment/${segmentId}`)).body.data).toEqual({ segmentId })
    expect((await manager.get(`segment/${segmentId}`)).status).toBe(404)
  })

  it('that are private are for their maker alone', async () => {
    const { segmentId } = (await create(normalUser, { isPrivate: true })).body.data
    expect(await idsOf(normalUser, 'Private')).toEqual([segmentId])
    expect(await idsOf(normalUser, 'Public')).not.toContain(segmentId)
    expect(await idsOf(administrator, 'All')).not.toContain(segmentId)
    for (const client of [administrator, manager]) {
      expect((await client.get(`segment/${segmentId}`)).status).toBe(404)
      expect((await client.patch(`segment/${segmentId}`, { name: 'Mine' })).status).toBe(404)
      expect((await client.post(`segment/${segmentId}/pin/pin`)).status).toBe(404)
    }
  })

  it('are pinned by each user for themselves', async () => {
    const { segmentId } = (await create(manager)).body.data
    expect((await viewer.post(`segment/${segmentId}/pin/pin`)).body.data.isPinned).toBe(true)
    expect((await viewer.get('segment?tab=Pinned')).body.data).toHaveLength(1)
    expect((await manager.get(`segment/${segmentId}`)).body.data.isPinned).toBe(false)
    expect((await viewer.post(`segment/${segmentId}/pin/unpin`)).body.data.isPinned).toBe(false)
    expect((await viewer.post(`segment/${segmentId}/pin/nail`)).status).toBe(400)
    await viewer.post(`segment/${segmentId}/pin/pin`)
    await manager.delete(`segment/${segmentId}`)
    expect((await viewer.get('segment?tab=Pinned')).body.data).toEqual([])
  })

  it('that are public are changed by their maker, managers and administrators', async () => {
    const { segmentId } = (await create(normalUser)).body.data
    const other = await test.newUser('normalUser')
    expect((await other.patch(`segment/${segmentId}`, { name: 'Taken over' })).status).toBe(403)
    expect((await other.delete(`segment/${segmentId}`)).status).toBe(403)
    expect((await manager.patch(`segment/${segmentId}`, { name: unique('Tidied') })).status).toBe(200)
    expect((await manager.patch(`segment/${segmentId}`, { isPrivate: true })).status).toBe(403)
    expect((await viewer.post('segment', {})).status).toBe(403)
  })

  it('have names of their own at their level', async () => {
    const name = unique('Same')
    await create(manager, { name })
    const again = await create(administrator, { name: name.toUpperCase() })
    expect(again).toMatchObject({
      status: 409,
      body: { fields: { name: expect.stringContaining('already') } },
    })
    expect((await create(administrator, { name, segmentLevel: 'contact' })).status).toBe(200)
    expect((await create(administrator, { name, isPrivate: true })).status).toBe(200)
  })

  it.each([
    ['no rule', { logic: undefined }, 'logic'],
    ['a rule that is no rule', { logic: { field: 3 } }, 'logic'],
    ['an operator of another kind', { logic: { ...low, operator: 'contains', value: 'x' } }, 'logic'],
    ['a level that is none', { segmentLevel: 'planet' }, 'segmentLevel'],
    ['a blank name', { name: '  ' }, 'name'],
  ])('are refused with %s, at its field', async (_, input, field) => {
    const { status, body } = await create(manager, input)
    expect(status).toBe(400)
    expect(Object.keys(body.fields).some((path) => path.startsWith(field))).toBe(true)
  })

  it('say which of their fields are gone, and who uses a field', async () => {
    const field = await administrator.post('core/fields', {
      displayName: unique('Seats'),
      dataType: 'number',
      columnLevel: 'account',
    })
    const { name, fieldId, customColumnId } = field.body.data
    const id = fieldId ?? customColumnId
    const logic = { or: [low, { field: name, operator: 'greater', value: 3 }] }
    const { segmentId, name: segmentName } = (await create(manager, { logic })).body.data
    await create(manager, { logic, isPrivate: true, name: unique('Hidden') })
    await create(manager, {
      segmentLevel: 'contact',
      logic: { field: `account.${name}`, operator: 'greater', value: 3 },
      name: unique('Reaching up'),
    })
    const usage = await administrator.get(`core/fields/${id}/system-usage`)
    const names = JSON.stringify(usage.body)
    expect(names).toContain(segmentName)
    expect(names).toContain('A private segment')
    expect(names).toContain('Reaching up')
    await administrator.delete(`core/fields/${id}`)
    const { body } = await manager.get(`segment/${segmentId}`)
    expect(body.data.brokenConditions).toMatchObject([{ field: name }])
  })

  it('count and list what a rule matches while it is being made', async () => {
    const query = { logic: low, segmentLevel: 'account', sortColumn: 'name', sortDirection: 'DESC' }
    const { body } = await manager.post('segment/filter', { ...query, pageSize: 1 })
    expect(body).toMatchObject({ totalItemCount: 2, itemCount: 1 })
    expect(body.data[0].globalFields.name).toBe('Birch')
    expect((await normalUser.post('segment/filter', query)).body.totalItemCount).toBe(0)
  })

  it('of another tenant do not exist', async () => {
    const { segmentId } = (await create(manager)).body.data
    const foreigner = await test.foreigner()
    expect((await foreigner.get(`segment/${segmentId}`)).status).toBe(404)
    expect((await foreigner.get('segment')).body.data).toEqual([])
  })
})

async function tokenFor(maker: Client, permissions: string[]): Promise<string> {
  const { body } = await maker.post('identity/api-tokens', { name: unique('Segments'), permissions })
  return body.data.token
}

describe('an API token that may see segments', () => {
  const missing = {
    status: 403,
    body: {
      reason: 'permission.missing',
      message: "This token doesn't include “View records”. Use a token that does.",
    },
  }

  it('is told of no records, however it asks, where it may not see those', async () => {
    const maker = await test.newUser('manager')
    const { segmentId } = (await create(maker)).body.data
    const changes = `segment/${segmentId}/changes?since=${test.clock.now().toISOString().slice(0, 10)}`
    const token = await tokenFor(maker, ['segment.read'])
    expect((await callFrom(test, `segment/${segmentId}`, { token })).status).toBe(200)
    expect(await callFrom(test, changes, { token })).toMatchObject(missing)
    const refusals = await administrator.get(`audit?action=permission.refused&actorId=${maker.actor.userId}`)
    expect(refusals.body.data).toMatchObject([
      { subjectId: 'record.read', details: { call: 'GET /api/segment/:id/changes' } },
    ])
    const body = { logic: low, segmentLevel: 'account' }
    expect(await callFrom(test, 'segment/filter', { token, body })).toMatchObject(missing)

    const both = await tokenFor(maker, ['segment.read', 'record.read'])
    const entered = await callFrom(test, changes, { token: both })
    expect(entered.body.data.entered.count).toBe(2)
    expect((await callFrom(test, 'segment/filter', { token: both, body })).body.totalItemCount).toBe(2)
    const records = await tokenFor(maker, ['record.read'])
    expect((await callFrom(test, changes, { token: records })).status).toBe(403)
  })
})
