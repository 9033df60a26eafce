import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, read, undo } from './record.fixture.ts'

let app: TestApp
let admin: Client
let gold: number
let bronze: number
let north: number
let south: number
/** Holds what is retired. */
let holder: number
let other: number

const options = async (name: string, dataType: string, all: string[]) => {
  const field = await defineField(admin, 'account', name, dataType, { picklistDefinition: all })
  const ids = field.picklistDefinition.map(({ id }) => id) as [number, number]
  return { fieldId: field.customColumnId, ids }
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const tier = await options('tier', 'singlePicklist', ['Gold', 'Bronze'])
  const regions = await options('regions', 'multiPicklist', ['North', 'South'])
  ;[gold, bronze] = tier.ids
  ;[north, south] = regions.ids
  holder = await create(admin, 'accounts', { name: 'Holder', tier: 'Bronze', regions: ['South'] })
  other = await create(admin, 'accounts', { name: 'Other' })
  good(await admin.put(`core/fields/${tier.fieldId}`, { picklistDefinition: ['Gold'] }))
  good(await admin.put(`core/fields/${regions.fieldId}`, { picklistDefinition: ['North'] }))
})
afterAll(() => app.stop())

const retiredTier = '"Bronze" is retired and can no longer be chosen for tier.'
const retiredRegion = '"South" is retired and can no longer be chosen for regions.'
const faultsOf = ({ status, body }: Answer) => [status, Object.values(body.fields ?? {})]
const valuesOf = async (id: number) => (await read(admin, 'accounts', id)).customFields

describe('a retired option', () => {
  it('is refused to a new record, and to one that did not hold it', async () => {
    const fields = { name: 'New', tier: 'Bronze', regions: ['South'] }
    const made = await admin.post('core/accounts', { globalFields: fields })
    expect(faultsOf(made)).toEqual([400, [retiredTier, retiredRegion]])
    for (const data of [{ tier: bronze }, { tier: 'bronze' }]) {
      expect(faultsOf(await admin.post(`core/accounts/${other}`, { data }))).toEqual([400, [retiredTier]])
    }
    const both = { data: { regions: ['North', 'South'] } }
    expect(faultsOf(await admin.post(`core/accounts/${other}`, both))).toEqual([400, [retiredRegion]])
  })

  it('is refused to many records at once, added or set', async () => {
    for (const [change, message] of [
      [{ mode: 'set', data: { tier: 'Bronze' } }, retiredTier],
      [{ mode: 'set', data: { regions: ['South'] } }, retiredRegion],
      [{ mode: 'add', data: { regions: ['South'] } }, retiredRegion],
    ] as const) {
      const body = { type: 'massUpdate', level: 'account', change, selection: { ids: [other] } }
      expect(faultsOf(await admin.post('core/entity/bulk', body))).toEqual([400, [message]])
    }
  })

  it('stays where it stands when the record is saved, and comes back with an undo', async () => {
    await edit(admin, 'accounts', holder, { name: 'Holder & Sons', tier: 'Bronze', regions: [south, north] })
    expect(await valuesOf(holder)).toMatchObject({ tier: bronze, regions: [south, north] })
    const changeSet = await edit(admin, 'accounts', holder, { tier: gold, regions: [north] })
    expect(faultsOf(await admin.post(`core/accounts/${holder}`, { data: { tier: bronze } }))).toEqual([
      400,
      [retiredTier],
    ])
    expect(await undo(admin, changeSet)).toMatchObject({ undone: 1, kept: [] })
    expect(await valuesOf(holder)).toMatchObject({ tier: bronze, regions: [south, north] })
  })
})
