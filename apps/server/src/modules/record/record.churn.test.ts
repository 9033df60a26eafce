import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChurnReason } from '@steward/contracts/churn-reason'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { runBulkUpdate, previewBulkUpdate, undoBulkUpdate } from '../bulk/bulk.update.fixture.ts'
import { create, good, list, namesOf, read, undo } from './record.fixture.ts'

let app: TestApp
let admin: Client
let usd: number
let eur: number
let price: number
let expensive: number
let quality: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const currencies = good(await admin.get('currency/currency-definitions')).data
  const idOf = (code: string) =>
    currencies.find((one: { code: string }) => one.code === code).currencyDefinitionId
  usd = idOf('USD')
  eur = idOf('EUR')
  const reasons: ChurnReason[] = good(await admin.get('core/churn-reasons')).data
  price = reasons[0]!.reasonId
  expensive = reasons[0]!.children[1]!.reasonId
  quality = reasons[1]!.children[1]!.reasonId
  await app.application.startWorker()
})
afterAll(() => app.stop())

type Plural = 'organizations' | 'accounts'

const today = () => app.clock.now().toISOString().slice(0, 10)
const churn = (plural: Plural, id: number, body: object = {}) =>
  admin.put(`core/${plural}/${id}/churn-status`, { churned: true, ...body })

async function detailsOf(plural: Plural, id: number) {
  const { churned, churnDate, churnReason, churnAmount } = (await read(admin, plural, id)).globalFields
  return [churned, churnDate, churnReason, churnAmount]
}

const amount = (value: number, currencyDefinitionId = usd) => ({ currencyDefinitionId, value })

describe.each(['organizations', 'accounts'] as const)('churning one of %s', (plural) => {
  it('keeps when, why and with how much, in one change that an undo reverts', async () => {
    const id = await create(admin, plural, { name: 'Northwind' })
    const body = { churned: true, date: '2026-03-01', reasonId: expensive, amount: amount(1200.5) }
    const { data, changeSetId } = good(await churn(plural, id, body))
    expect(data.globalFields).toMatchObject({
      churned: true,
      churnDate: '2026-03-01',
      churnReason: expensive,
      churnAmount: amount(1200.5),
    })
    const [entry] = good(await admin.get(`core/${plural}/${id}/history`)).data
    const texts = entry.changes.map((change: { label: string; afterText: string }) => [
      change.label,
      change.afterText,
    ])
    expect(new Map(texts)).toEqual(
      new Map([
        ['Churned', 'Yes'],
        ['Churn date', '2026-03-01'],
        ['Churn reason', 'Price › Too expensive'],
        ['Churn amount', '1,200.5 USD'],
      ]),
    )
    await undo(admin, changeSetId)
    expect(await detailsOf(plural, id)).toEqual([false, null, null, null])
  })

  it('is of today where nothing is said, can be corrected, and clears all when it is reverted', async () => {
    const id = await create(admin, plural, { name: 'Northwind' })
    good(await churn(plural, id))
    expect(await detailsOf(plural, id)).toEqual([true, today(), null, null])
    good(await churn(plural, id, { date: '2025-12-31', amount: amount(5, eur) }))
    good(await churn(plural, id, { reasonId: price }))
    expect(await detailsOf(plural, id)).toEqual([true, '2025-12-31', price, amount(5, eur)])
    good(await churn(plural, id, { amount: null }))
    expect(await detailsOf(plural, id)).toEqual([true, '2025-12-31', price, null])
    const { changeSetId } = good(await churn(plural, id, { churned: false }))
    expect(await detailsOf(plural, id)).toEqual([false, null, null, null])
    await undo(admin, changeSetId)
    expect(await detailsOf(plural, id)).toEqual([true, '2025-12-31', price, null])
  })
})

it.each([
  [{ date: '1899-12-31' }, 'date'],
  [{ date: '2026-02-30' }, 'date'],
  [{ date: '2999-01-01' }, 'date'],
  [{ reasonId: 999_999 }, 'reasonId'],
  [{ amount: { currencyDefinitionId: 999_999, value: 1 } }, 'amount'],
  [{ amount: { currencyDefinitionId: 1, value: -1 } }, 'amount'],
  [{ churned: false, date: '2026-01-01' }, 'date'],
])('refuses %j at its field', async (body, field) => {
  const id = await create(admin, 'accounts', { name: 'x' })
  const answer = await churn('accounts', id, body)
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  expect(await detailsOf('accounts', id)).toEqual([false, null, null, null])
})

it('is not done by a call that does not ask for it', async () => {
  const id = await create(admin, 'accounts', { name: 'x' })
  for (const body of [undefined, {}, { date: '2026-01-01' }]) {
    const answer = await admin.put(`core/accounts/${id}/churn-status`, body)
    expect(answer).toMatchObject({ status: 400, body: { reason: 'request.invalid' } })
  }
  expect(await detailsOf('accounts', id)).toEqual([false, null, null, null])
})

it('is not for forms, nor for those who may not change the record', async () => {
  const id = await create(admin, 'accounts', { name: 'x' })
  for (const data of [{ churnDate: '2026-01-01' }, { churnReason: price }, { churnAmount: amount(1) }]) {
    expect((await admin.post(`core/accounts/${id}`, { data })).body.fields).toEqual({
      [Object.keys(data)[0]!]: expect.stringContaining('churn-status'),
    })
  }
  const url = `core/accounts/${id}/churn-status`
  expect((await (await app.as('viewer')).put(url, { churned: true })).status).toBe(403)
  expect((await (await app.as('normalUser')).put(url, { churned: true })).status).toBe(404)
})

it('leaves no details on what is not churned, whatever value is brought back', async () => {
  const id = await create(admin, 'accounts', { name: 'x' })
  const first = good(await churn('accounts', id, { reasonId: price }))
  const { changeSetId } = good(await churn('accounts', id, { churned: false }))
  const back = { field: 'churnReason', changeSetId }
  good(await admin.post(`core/accounts/${id}/restore-value`, back))
  expect(await detailsOf('accounts', id)).toEqual([false, null, null, null])
  expect(first.changeSetId).not.toBeNull()
})

describe('many at once', () => {
  it('take the same details, and keep a date that stands there', async () => {
    const ids = [
      await create(admin, 'accounts', { name: 'a' }),
      await create(admin, 'accounts', { name: 'b' }),
    ] as const
    good(await churn('accounts', ids[0], { date: '2025-05-05' }))
    const body = { ids, action: 'churn', reasonId: quality }
    const { data } = good(await admin.post('core/accounts/change', body))
    expect(data.changed).toBe(2)
    expect(await detailsOf('accounts', ids[0])).toEqual([true, '2025-05-05', quality, null])
    expect(await detailsOf('accounts', ids[1])).toEqual([true, today(), quality, null])
    const refused = await admin.post('core/accounts/change', { ...body, action: 'archive' })
    expect(Object.keys(refused.body.fields)).toEqual(['reasonId'])
  })

  it('by a bulk update too, with a preview and an undo', async () => {
    const ids = [
      await create(admin, 'organizations', { name: 'a' }),
      await create(admin, 'organizations', { name: 'b' }),
    ]
    good(await churn('organizations', ids[0] as number, { date: '2025-05-05' }))
    const change = { action: 'churn', reasonId: price, amount: amount(70) }
    const input = { level: 'organization', selection: { ids }, change }
    expect((await previewBulkUpdate(admin, input)).sample[0]).toMatchObject({
      after: expect.stringContaining('Churn reason: Price'),
    })
    const job = await runBulkUpdate(admin, input)
    expect(await detailsOf('organizations', ids[0] as number)).toEqual([
      true,
      '2025-05-05',
      price,
      amount(70),
    ])
    expect(await detailsOf('organizations', ids[1] as number)).toEqual([true, today(), price, amount(70)])
    await undoBulkUpdate(admin, job.jobId)
    expect(await detailsOf('organizations', ids[0] as number)).toEqual([true, '2025-05-05', null, null])
    expect(await detailsOf('organizations', ids[1] as number)).toEqual([false, null, null, null])
    await runBulkUpdate(admin, { ...input, change: { action: 'unchurn' } })
    expect(await detailsOf('organizations', ids[0] as number)).toEqual([false, null, null, null])
    const wrong = await admin.post('core/entity/bulk', {
      type: 'massUpdate',
      ...input,
      change: { action: 'churn', reasonId: 999_999 },
    })
    expect(Object.keys(wrong.body.fields)).toEqual(['change.reasonId'])
  })
})

const found = async (query: Record<string, unknown>) => namesOf(await list(admin, 'accounts', query))

describe('lists', () => {
  let parent: number

  beforeAll(async () => {
    parent = await create(admin, 'organizations', { name: 'Parent' })
    good(await churn('organizations', parent, { date: '2024-01-01', amount: amount(9) }))
    for (const [name, body] of [
      ['One', { date: '2026-01-01', reasonId: quality, amount: amount(300) }],
      ['Two', { date: '2026-02-01', reasonId: expensive, amount: amount(100) }],
      ['Three', { date: '2026-03-01', reasonId: price, amount: amount(200) }],
    ] as const) {
      const id = await create(admin, 'accounts', { name, organization: parent })
      good(await churn('accounts', id, body))
    }
    await create(admin, 'accounts', { name: 'Four', organization: parent })
  })

  const ofParent = (...more: object[]) => ({
    and: [{ field: 'organization', operator: 'isSetTo', value: [parent] }, ...more],
  })

  it.each([
    [{ field: 'churnDate', operator: 'greater', value: '2026-01-31' }, ['Three', 'Two']],
    [{ field: 'churnReason', operator: 'isSetTo', value: 'reasons' }, ['One', 'Two']],
    [{ field: 'churnAmount', operator: 'greaterEqual', value: 200 }, ['One', 'Three']],
    [{ field: 'churnReason', operator: 'set', value: undefined }, ['One', 'Three', 'Two']],
  ])('are narrowed by %j', async (condition, names) => {
    const value = condition.value === 'reasons' ? [quality, expensive] : condition.value
    const filter = ofParent({ ...condition, value })
    expect(await found({ filter, sort: 'name' })).toEqual(names)
  })

  it.each([
    ['churnDate', ['One', 'Two', 'Three', 'Four']],
    ['-churnAmount', ['One', 'Three', 'Two', 'Four']],
    // In the order of the reasons.
    ['churnReason', ['Three', 'Two', 'One', 'Four']],
  ])('are sorted by %s', async (sort, names) => {
    expect(await found({ filter: ofParent(), sort })).toEqual(names)
  })

  it('send what a single record sends, and the fields of parents', async () => {
    const parents = 'organization.churnDate,organization.churnAmount'
    const columns = `${parents},churnDate,churnReason,churnAmount`
    const { data } = await list(admin, 'accounts', { filter: ofParent(), sort: 'churnDate', columns })
    const [one] = data
    const { globalFields } = await read(admin, 'accounts', one.accountId)
    expect(globalFields).toMatchObject(one.globalFields)
    const { churnDate, churnReason, churnAmount } = globalFields
    expect(one.globalFields).toMatchObject({ churnDate, churnReason, churnAmount })
    expect(one.relatedFields).toEqual({
      'organization.churnDate': '2024-01-01',
      'organization.churnAmount': amount(9),
    })
  })

  it('total amounts and dates', async () => {
    const query = new URLSearchParams({
      filter: JSON.stringify(ofParent()),
      totals: 'sum(churnAmount),max(churnDate),count(churnReason)',
    })
    const { data } = good(await admin.get(`core/accounts/totals?${query}`))
    expect(data).toEqual([
      { column: 'churnAmount', function: 'sum', value: 600, currencyDefinitionId: usd },
      { column: 'churnDate', function: 'max', value: '2026-03-01' },
      { column: 'churnReason', function: 'count', value: 3 },
    ])
  })

  it('are read by formulas', async () => {
    const calculatedFields = { formula: '{churnAmount} * 2' }
    const answer = await admin.post('core/fields/formula/check', {
      level: 'account',
      formula: calculatedFields.formula,
      recordId: (await list(admin, 'accounts', { filter: ofParent(), sort: 'churnDate' })).data[0].accountId,
    })
    expect(good(answer).data).toMatchObject({ problems: [], result: 600 })
  })
})
