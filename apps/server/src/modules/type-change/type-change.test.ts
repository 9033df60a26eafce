import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { currencyIds } from '../currency/currency.fixture.ts'
import { create, defineField, good, list, namesOf, straySlots } from '../record/record.fixture.ts'
import {
  accountsWith,
  askForType,
  changeOf,
  changeType,
  freeSlots,
  preview,
  typeOf,
  valuesIn,
} from './type-change.fixture.ts'

let app: TestApp
let admin: Client
let usd: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  usd = (await currencyIds(admin))('USD')
})
afterAll(() => app.stop())

let made = 0
async function makeField(type: string, more: Record<string, unknown> = {}) {
  made += 1
  return defineField(admin, 'account', `field_${made}`, type, more)
}

it('shows what a change would do, and converts values as one change set', async () => {
  const { customColumnId: id, name } = await makeField('string')
  const ids = await accountsWith(admin, name, ['12', '1,200.50', 'a dozen', '12', null])
  const seen = await preview(admin, id, 'number')
  expect(seen).toMatchObject({ fromType: 'string', records: 4, checked: 4, converts: 3, blank: 1 })
  expect(seen.converted).toEqual([
    { from: '12', to: '12', records: 2 },
    { from: '1,200.50', to: '1200.5', records: 1 },
  ])
  expect(seen.blanks).toEqual([
    { from: 'a dozen', message: `${name}: "a dozen" is not a number written like 1,234.56.`, records: 1 },
  ])
  expect([await typeOf(admin, id), await valuesIn(admin, name, ids)]).toEqual([
    'string',
    ['12', '1,200.50', 'a dozen', '12', undefined],
  ])

  const done = await changeType(admin, id, 'number')
  expect(done).toMatchObject({ state: 'completed', matched: 4, processed: 4, converted: 3, blank: 1 })
  expect(await changeOf(admin, id)).toEqual(done)
  expect([await typeOf(admin, id), await valuesIn(admin, name, ids)]).toEqual([
    'number',
    [12, 1200.5, undefined, 12, undefined],
  ])
  const set = good(await admin.get(`core/change-sets/${done.changeSetId}`)).data
  expect(set).toMatchObject({ source: 'person', action: 'changeType', records: 4 })
  const [{ changes }] = good(await admin.get(`core/accounts/${ids[2]}/history`)).data
  expect(changes).toMatchObject([{ beforeText: 'a dozen', afterText: null, restorable: false }])
  const { body } = await admin.get('audit?action=field.type_changed')
  expect(body.data[0].summary).toBe(`Changed the type of the field “${name}”`)

  const many = { field: name, operator: 'greater', value: 100 }
  expect(namesOf(await list(admin, 'accounts', { filter: many, sort: name }))).toEqual(['Account 1'])
  expect(await straySlots(app)).toEqual([])
})

const day = '2026-03-04'
const amount = (value: number) => ({ currencyDefinitionId: usd, value })

describe('values convert', () => {
  const cases: [from: string, to: string, value: unknown, becomes: unknown, more?: object][] = [
    ['number', 'string', 1234.5, '1234.5'],
    ['number', 'percentage', 12, 12],
    ['boolean', 'string', true, 'Yes'],
    ['boolean', 'number', true, 1],
    ['string', 'boolean', 'yes', true],
    ['date', 'string', day, day],
    ['string', 'date', '04/03/2026', day, { dateFormat: 'DD/MM/YYYY' }],
    ['string', 'date', '04/03/2026', '2026-04-03', { dateFormat: 'MM/DD/YYYY' }],
    ['string', 'number', '1.234,5', 1234.5, { numberFormat: '1.234,56' }],
    ['string', 'email', 'ann@example.com', 'ann@example.com'],
    ['string', 'email', 'ann', undefined],
    ['string', 'longText', 'text', 'text'],
    ['longText', 'string', 'text', 'text'],
    ['longText', 'string', 'x'.repeat(1001), undefined],
  ]
  it.each(cases)('from %s to %s: %j', async (from, to, value, becomes, more = {}) => {
    const { customColumnId, name } = await makeField(from)
    const ids = await accountsWith(admin, name, [value])
    const seen = await preview(admin, customColumnId, to, more)
    expect(seen.blank).toBe(becomes === undefined ? 1 : 0)
    await changeType(admin, customColumnId, to, more)
    expect(await valuesIn(admin, name, ids)).toEqual([becomes])
    const set = { field: name, operator: 'set' }
    expect((await list(admin, 'accounts', { filter: set })).totalItemCount).toBe(
      becomes === undefined ? 0 : 1,
    )
  })

  it('of amounts, with the currency beside them', async () => {
    const { customColumnId: id, name } = await makeField('string')
    const ids = await accountsWith(admin, name, ['$1,200', '7 USD', 'free'])
    await changeType(admin, id, 'currency')
    expect(await valuesIn(admin, name, ids)).toEqual([amount(1200), amount(7), undefined])
    await changeType(admin, id, 'number')
    expect(await valuesIn(admin, name, ids)).toEqual([1200, 7, undefined])
    await changeType(admin, id, 'currency')
    expect(await valuesIn(admin, name, ids)).toEqual([amount(1200), amount(7), undefined])
    await freeSlots(app)
    expect(await straySlots(app)).toEqual([])
  })

  it('to options, which the field gets, and from one to several of them', async () => {
    const { customColumnId: id, name } = await makeField('string')
    const ids = await accountsWith(admin, name, ['Gold', 'silver', 'gold', 'Silver; Gold'])
    const seen = await preview(admin, id, 'multiPicklist')
    expect([seen.newOptions, seen.newOptionCount]).toEqual([['Gold', 'silver'], 2])
    await changeType(admin, id, 'multiPicklist')
    const { data } = good(await admin.get('core/fields?level=account&format=object'))
    const [gold, silver] = data[name].picklistDefinition.map((option: { id: number }) => option.id)
    expect(data[name].picklistDefinition.map(({ value }: { value: string }) => value)).toEqual([
      'Gold',
      'silver',
    ])
    expect(await valuesIn(admin, name, ids)).toEqual([[gold], [silver], [gold], [silver, gold]])
    const one = await preview(admin, id, 'singlePicklist')
    expect(one.blanks).toEqual([
      { from: 'silver;Gold', message: `${name}: it has several options.`, records: 1 },
    ])
    await changeType(admin, id, 'string')
    expect(await valuesIn(admin, name, ids)).toEqual(['Gold', 'silver', 'Gold', 'silver;Gold'])
    const text = good(await admin.get('core/fields?level=account&format=object')).data[name]
    expect(text.picklistDefinition).toEqual([])
  })

  it('to records and users by their names, and back', async () => {
    const organization = await create(admin, 'organizations', { name: 'Northwind' })
    const { customColumnId: id, name } = await makeField('string')
    const ids = await accountsWith(admin, name, ['northwind', 'Nobody'])
    await changeType(admin, id, 'organization')
    expect(await valuesIn(admin, name, ids)).toEqual([organization, undefined])
    await changeType(admin, id, 'string')
    expect(await valuesIn(admin, name, ids)).toEqual(['Northwind', undefined])
  })
})

describe('a change is refused', () => {
  it('where something asks about values of the present type, by name', async () => {
    const { customColumnId: id, name } = await makeField('number')
    const logic = { and: [{ field: name, operator: 'greater', value: 5 }] }
    const segment = { name: 'Big ones', segmentLevel: 'account', isPrivate: false, logic }
    const { segmentId } = good(await admin.post('segment', segment)).data
    const calculated = await makeField('number', {
      horizontal: true,
      calculatedFields: { formula: `{${name}} * 2` },
    })
    const { status, body } = await askForType(admin, id, 'string')
    expect([status, body.reason, body.fields]).toEqual([
      409,
      'field.type_in_use',
      {
        dataType: `"${name}" can't become a Text field while these use it as Numeric: calculated field "${calculated.name}", segment "Big ones". Remove it there first.`,
      },
    ])
    // Operators and constants of numbers fit percentages, too.
    expect((await changeType(admin, id, 'percentage')).state).toBe('completed')
    good(await admin.delete(`segment/${segmentId}`))
  })

  it('with what is wrong', async () => {
    const text = await makeField('string')
    const ids = await makeField('string', { idSource: 'HubSpot' })
    const formula = await makeField('number', { horizontal: true, calculatedFields: { formula: '1 + 1' } })
    const cases: [number, string, number, string][] = [
      [text.customColumnId, 'string', 400, `"${text.name}" is a Text field already.`],
      [text.customColumnId, 'mandatoryNumber', 400, 'Choose a data type:'],
      [text.customColumnId, 'owner', 400, 'Choose a data type:'],
      [ids.customColumnId, 'number', 400, `"${ids.name}" has the IDs of HubSpot, which are texts.`],
      [formula.customColumnId, 'string', 400, `"${formula.name}" is calculated, so its type follows`],
      [999_999, 'string', 404, 'Field 999999 does not exist.'],
    ]
    for (const [id, dataType, status, message] of cases) {
      const answer = await askForType(admin, id, dataType)
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
    }
    expect((await askForType(await app.as('manager'), text.customColumnId, 'number')).status).toBe(403)
    expect((await askForType(await app.foreigner(), text.customColumnId, 'number')).status).toBe(404)
    expect(await changeOf(admin, text.customColumnId)).toBeNull()
  })
})
