import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { currencyIds, enterRates } from '../currency/currency.fixture.ts'
import { create, defineField, good, list, namesOf } from '../record/record.fixture.ts'
import type { CatalogueField } from './index.ts'

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
  await work('field.amounts')
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

const isCurrent = async (): Promise<boolean> => (await readField()).isSlotCurrent

async function work(
  name: string,
  payload: object = {},
  { signal }: { signal: AbortSignal } = new AbortController(),
): Promise<void> {
  const { platform, modules } = app.application
  const [task] = modules.modules.flatMap(({ tasks }) => tasks?.[name] ?? [])
  await task?.({ tenantId: app.tenantId, ...payload }, { signal, log: platform.log })
}

const convert = (context?: { signal: AbortSignal }): Promise<void> => work('field.amounts', {}, context)

/** What lists say of those who have an amount: the largest first, and the sum in dollars. */
async function said(): Promise<{ order: string[]; sum: number }> {
  const filter = { field: field.name, operator: 'set' }
  const order = namesOf(await list(admin, 'accounts', { sort: `-${field.name}`, filter }))
  const { data } = good(await admin.get(`core/accounts/totals?totals=sum(${field.name})`))
  return { order, sum: data[0].value }
}

const dear = { order: ['euros', 'dollars'], sum: 300 }
const cheap = { order: ['dollars', 'euros'], sum: 150 }

it('is of the rates of now from the first write on', async () => {
  expect([await isCurrent(), await said()]).toEqual([true, dear])
  await enterRates(app, admin, { EUR: 10 })
  expect(await isCurrent()).toBe(false)
  const amount = { currencyDefinitionId: eur, value: 500 }
  await create(admin, 'accounts', { name: 'written', [field.name]: amount })
  const order = ['dollars', 'written', 'euros']
  expect(await said()).toEqual({ order, sum: 160 })
  await convert()
  expect([await isCurrent(), await said()]).toEqual([true, { order, sum: 160 }])
})

it('is read from the records while rates have changed, and converted by a job', async () => {
  await enterRates(app, admin, { EUR: 2 })
  expect([await isCurrent(), await said()]).toEqual([false, cheap])
  await convert()
  expect([await isCurrent(), await said()]).toEqual([true, cheap])
})

/** Holds up anyone who waits for writers, until it is called. */
async function holdWriters(): Promise<() => Promise<void>> {
  const writer = await app.application.platform.database.owner.connect()
  await writer.query('begin; lock table record_slot in row exclusive mode')
  return async () => {
    await writer.query('commit')
    writer.release()
  }
}

it('is not relied on when rates change again while it is converted', async () => {
  await enterRates(app, admin, { EUR: 0.4 })
  const letGo = await holdWriters()
  const context = new AbortController()
  const waiting = new Promise<string>((resolve) => {
    vi.spyOn(context.signal, 'throwIfAborted').mockImplementation(() => resolve('waiting'))
  })
  const converting = convert(context)
  try {
    // By then it has read the rates, and converts amounts by them.
    expect(await Promise.race([waiting, converting])).toBe('waiting')
    await enterRates(app, admin, { EUR: 2 })
  } finally {
    await letGo()
    await converting
  }
  expect([await isCurrent(), await said()]).toEqual([false, cheap])
  await convert()
  expect([await isCurrent(), await said()]).toEqual([true, cheap])
})
