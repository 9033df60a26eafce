import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { currencyIds, enterRates } from '../currency/currency.fixture.ts'
import { create, defineField, good, list, namesOf } from '../record/record.fixture.ts'
import type { CatalogueField, IndexUse } from './index.ts'

let app: TestApp
let admin: Client
let field: CatalogueField
let fields = 0
let eur: number
let usd: number

/** There is no worker: the jobs of the queue are done in the order in which a test asks for them. */
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const idOf = await currencyIds(admin)
  eur = idOf('EUR')
  usd = idOf('USD')
})
afterAll(() => app.stop())

/** A new field, with 100 dollars and 100 euros; a euro is two dollars. */
beforeEach(async () => {
  await enterRates(app, admin, { EUR: 0.5 })
  fields += 1
  const { customColumnId, name } = await defineField(admin, 'account', `arr${fields}`, 'currency')
  for (const [account, currencyDefinitionId] of [
    ['dollars', usd],
    ['euros', eur],
  ] as const) {
    await create(admin, 'accounts', { name: account, [name]: { currencyDefinitionId, value: 100 } })
  }
  field = await readField(String(customColumnId))
})

async function readField(key = field.key): Promise<CatalogueField> {
  const found = (await app.application.modules.fields.catalogue(app.tenantId, 2)).byKey(key)
  if (!found) throw new Error(`There is no field ${key}`)
  return found
}

const isKept = async (): Promise<boolean> => (await readField()).kept

const ask = (use: IndexUse): Promise<void> =>
  app.application.modules.fields.requestIndex(app.tenantId, field, 2, use)

async function work(
  name: string,
  payload: object = {},
  { signal }: { signal: AbortSignal } = new AbortController(),
): Promise<void> {
  const { platform, modules } = app.application
  const [task] = modules.modules.flatMap(({ tasks }) => tasks?.[name] ?? [])
  await task?.({ tenantId: app.tenantId, ...payload }, { signal, log: platform.log })
}

const build = (use: IndexUse, context?: { signal: AbortSignal }): Promise<void> =>
  work('field.index', { fieldId: field.fieldId, use }, context)

/** What lists say of those who have an amount: the largest first, and the sum in dollars. */
async function said(): Promise<{ order: string[]; sum: number }> {
  const filter = { field: field.name, operator: 'set' }
  const order = namesOf(await list(admin, 'accounts', { sort: `-${field.name}`, filter }))
  const { data } = good(await admin.get(`core/accounts/totals?totals=sum(${field.name})`))
  return { order, sum: data[0].value }
}

const dear = { order: ['euros', 'dollars'], sum: 300 }
const cheap = { order: ['dollars', 'euros'], sum: 150 }

it('is of the rates of now when another index is made for its field', async () => {
  await ask('asc')
  await build('asc')
  expect([await isKept(), await said()]).toEqual([true, dear])
  await ask('desc')
  await enterRates(app, admin, { EUR: 2 })
  expect([await isKept(), await said()]).toEqual([false, cheap])
  await build('desc')
  expect([await isKept(), await said()]).toEqual([true, cheap])
  await work('field.amounts')
  expect([await isKept(), await said()]).toEqual([true, cheap])
})

it('is of the rates of now where it was written before the first index was made', async () => {
  await ask('asc')
  const amount = { currencyDefinitionId: eur, value: 500 }
  await create(admin, 'accounts', { name: 'written', [field.name]: amount })
  await enterRates(app, admin, { EUR: 10 })
  await build('asc')
  expect([await isKept(), await said()]).toEqual([true, { order: ['dollars', 'written', 'euros'], sum: 160 }])
})

/** Holds up anyone who waits for writers, until it is called. */
async function holdWriters(): Promise<() => Promise<void>> {
  const writer = await app.application.platform.database.owner.connect()
  await writer.query('begin; lock table record_value in row exclusive mode')
  return async () => {
    await writer.query('commit')
    writer.release()
  }
}

it('is not relied on when rates change while an index is made', async () => {
  await ask('asc')
  await build('asc')
  await enterRates(app, admin, { EUR: 0.4 })
  const letGo = await holdWriters()
  const context = new AbortController()
  const waiting = new Promise<string>((resolve) => {
    vi.spyOn(context.signal, 'throwIfAborted').mockImplementation(() => resolve('waiting'))
  })
  const building = build('asc', context)
  try {
    // By then it has read the rates, and keeps amounts by them.
    expect(await Promise.race([waiting, building])).toBe('waiting')
    await enterRates(app, admin, { EUR: 2 })
  } finally {
    await letGo()
    await building
  }
  expect([await isKept(), await said()]).toEqual([false, cheap])
  await work('field.amounts')
  expect([await isKept(), await said()]).toEqual([true, cheap])
})

it('is not relied on when rates change before the first index is made', async () => {
  await ask('asc')
  await enterRates(app, admin, { EUR: 2 })
  await work('field.amounts')
  expect([await isKept(), await said()]).toEqual([false, cheap])
  await build('asc')
  expect([await isKept(), await said()]).toEqual([true, cheap])
})
