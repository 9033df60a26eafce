import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'

interface Members {
  count: number
  records: { id: number; name: string }[]
}

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  await ok(admin.post('core/fields', { columnLevel: 'account', displayName: 'Seats', dataType: 'number' }))
  await ok(admin.post('core/fields', { columnLevel: 'account', displayName: 'Value', dataType: 'currency' }))
  await ok(admin.post('core/fields', { columnLevel: 'account', displayName: 'Renewal', dataType: 'date' }))
  await ok(
    admin.post('core/fields', { columnLevel: 'organization', displayName: 'Tier', dataType: 'string' }),
  )
})
afterAll(() => test.stop())

async function ok(answer: ReturnType<Client['post']>): Promise<Answer['body']> {
  const { status, body } = await answer
  expect(body.message ?? status).toBe(200)
  return body.data
}

const day = (offset: number) =>
  new Date(test.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)

async function newAccount(
  name: string,
  customFields: object = {},
  globalFields: object = {},
): Promise<number> {
  return (await ok(admin.post('core/accounts', { globalFields: { name, ...globalFields }, customFields })))
    .accountId
}
const edit = (id: number, data: object) => ok(admin.post(`core/accounts/${id}`, { data }))

async function newSegment(logic: object): Promise<number> {
  const name = `Segment ${Math.random()}`
  return (await ok(admin.post('segment', { name, segmentLevel: 'account', logic, isPrivate: false })))
    .segmentId
}
async function changesOf(
  segmentId: number,
  since: string,
  client = admin,
): Promise<{ entered: string[]; left: string[] }> {
  const data: { entered: Members; left: Members } = await ok(
    client.get(`segment/${segmentId}/changes?since=${since}`),
  )
  for (const members of [data.entered, data.left]) expect(members.count).toBe(members.records.length)
  const names = ({ records }: Members) => records.map(({ name }) => name)
  return { entered: names(data.entered), left: names(data.left) }
}

const pass = (days: number) => test.clock.advance(days * 86_400_000)
const nextDay = () => pass(1)

describe('who entered and left a segment', () => {
  it('follows values that changed, changed back, and records that are new', async () => {
    const large = await newSegment({ field: 'seats', operator: 'greater', value: 10 })
    const up = await newAccount('Up', { seats: 5 })
    const down = await newAccount('Down', { seats: 50 })
    const back = await newAccount('Back', { seats: 20 })
    await newAccount('Same', { seats: 20 })
    nextDay()
    const since = day(0)
    test.clock.advance(1000)
    await edit(up, { seats: 30 })
    await edit(down, { seats: 20 })
    await edit(down, { seats: null })
    await edit(back, { seats: 1 })
    await edit(back, { seats: 21 })
    await newAccount('New', { seats: 11 })
    expect(await changesOf(large, since)).toEqual({ entered: ['New', 'Up'], left: ['Down'] })
    nextDay()
    expect(await changesOf(large, day(0))).toEqual({ entered: [], left: [] })
  })

  it('follows money, owners, and what was undone', async () => {
    const currency = (await admin.get('currency/active-currencies')).body.data[0].currencyDefinitionId
    const rich = await newSegment({ field: 'value', operator: 'greaterEqual', value: 1000 })
    const id = await newAccount('Rich', { value: { value: 10, currencyDefinitionId: currency } })
    nextDay()
    const since = day(0)
    test.clock.advance(1000)
    const answer = await admin.post(`core/accounts/${id}`, {
      data: { value: { value: 1000, currencyDefinitionId: currency } },
    })
    expect((await changesOf(rich, since)).entered).toEqual(['Rich'])
    await ok(admin.post(`core/change-sets/${answer.body.changeSetId}/undo`))
    expect((await changesOf(rich, since)).entered).toEqual([])
  })

  it('follows the fields of a parent, and moves to another', async () => {
    const tier = async (name: string, value: string): Promise<number> =>
      (await ok(admin.post('core/organizations', { globalFields: { name }, customFields: { tier: value } })))
        .organizationId
    const [gold, silver] = [await tier('Gold', 'gold'), await tier('Silver', 'silver')]
    const moved = await newAccount('Moved', {}, { organization: silver })
    await newAccount('Raised', {}, { organization: silver })
    await newAccount('Golden', {}, { organization: gold })
    const inGold = await newSegment({ field: 'organization.tier', operator: 'equals', value: 'gold' })
    nextDay()
    const since = day(0)
    test.clock.advance(1000)
    await ok(admin.post(`core/accounts/${moved}/move`, { formData: { organizationId: gold } }))
    expect((await changesOf(inGold, since)).entered).toEqual(['Moved'])
    await ok(admin.post(`core/organizations/${silver}`, { data: { tier: 'gold' } }))
    expect((await changesOf(inGold, since)).entered).toEqual(['Moved', 'Raised'])
  })

  it('follows the calendar where the rule asks about days', async () => {
    const soon = await newSegment({ field: 'renewal', operator: 'inNext', value: 2 })
    await newAccount('Later', { renewal: day(5) })
    await newAccount('Past', { renewal: day(2) })
    nextDay()
    const since = day(0)
    for (let passed = 0; passed < 3; passed += 1) nextDay()
    expect(await changesOf(soon, since)).toEqual({ entered: ['Later'], left: ['Past'] })
  })

  it('follows when a record was last changed', async () => {
    const logic = {
      and: [
        { field: 'updatedAt', operator: 'inLast', value: 7 },
        { field: 'seats', operator: 'greater', value: 100 },
      ],
    }
    const lively = await newSegment(logic)
    const risen = await newAccount('Risen', { seats: 5 })
    const touched = await newAccount('Touched', { seats: 200 })
    const woken = await newAccount('Woken', { seats: 200 })
    await newAccount('Asleep', { seats: 200 })
    pass(20)
    await edit(touched, { seats: 201 })
    pass(3)
    const since = day(0)
    test.clock.advance(1000)
    for (const id of [risen, touched, woken]) await edit(id, { seats: 300 })
    const shown = await ok(admin.get(`core/accounts?filter=${encodeURIComponent(JSON.stringify(logic))}`))
    const names = shown.map(({ globalFields }: { globalFields: { name: string } }) => globalFields.name)
    expect(names.toSorted()).toEqual(['Risen', 'Touched', 'Woken'])
    expect(await changesOf(lively, since)).toEqual({ entered: ['Risen', 'Woken'], left: [] })
    pass(10)
    expect(await changesOf(lively, day(-9))).toEqual({ entered: [], left: ['Risen', 'Touched', 'Woken'] })
  })

  it('follows when a parent was last changed', async () => {
    const { organizationId } = await ok(admin.post('core/organizations', { globalFields: { name: 'Quiet' } }))
    await newAccount('Below', {}, { organization: organizationId })
    const below = await newSegment({ field: 'organization.updatedAt', operator: 'inLast', value: 7 })
    pass(20)
    const since = day(0)
    test.clock.advance(1000)
    await ok(admin.post(`core/organizations/${organizationId}`, { data: { tier: 'loud' } }))
    expect(await changesOf(below, since)).toEqual({ entered: ['Below'], left: [] })
  })

  it('tells a Normal User of what they own, and nobody of a broken day', async () => {
    const user = await test.newUser('normalUser')
    const all = await newSegment({ field: 'name', operator: 'startsWith', value: 'Owned' })
    const since = day(0)
    await newAccount('Owned by another')
    await newAccount('Owned', {}, { 'system:owners': [user.actor.userId] })
    expect((await changesOf(all, since, user)).entered).toEqual(['Owned'])
    expect((await changesOf(all, since)).entered).toEqual(['Owned', 'Owned by another'])
    const wrong = await admin.get(`segment/${all}/changes?since=yesterday`)
    expect(wrong.status).toBe(400)
    expect(Object.keys(wrong.body.fields)).toEqual(['since'])
  })
})
