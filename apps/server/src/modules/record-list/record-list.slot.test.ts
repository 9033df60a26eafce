import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { currencyIds, enterRates } from '../currency/currency.fixture.ts'
import { create, defineField, list } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let idOf: (code: string) => number
let kindId: number
let options: number[]
let ids: number[]
let changeSets: number[]
/** What a unit of each currency is in dollars, by its id. */
let worth: Map<number, number>

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  idOf = await currencyIds(admin)
  await defineField(admin, 'account', 'seats', 'number')
  await defineField(admin, 'account', 'share', 'percentage')
  await defineField(admin, 'account', 'since', 'date')
  await defineField(admin, 'account', 'live', 'boolean')
  await defineField(admin, 'account', 'arr', 'currency')
  const picklistDefinition = ['north', 'south', 'west', 'east'].map((value) => ({ value }))
  const kind = await defineField(admin, 'account', 'kind', 'singlePicklist', { picklistDefinition })
  kindId = kind.customColumnId
  options = kind.picklistDefinition.map(({ id }: { id: number }) => id)
  await setRate(2)
  ids = []
  changeSets = []
  for (let n = 0; n < 12; n += 1)
    ids.push(await create(admin, 'accounts', { name: `Start ${n}`, ...valuesOf(n) }))
})
afterAll(() => app.stop())

/** Makes a euro so many dollars. Amounts are read from the records from now on, or once a job has converted them. */
async function setRate(dollars: number, isConverted = true): Promise<void> {
  await enterRates(app, admin, { EUR: 1 / dollars })
  worth = new Map([
    [idOf('USD'), 1],
    [idOf('EUR'), dollars],
  ])
  const { platform, modules } = app.application
  const [task] = modules.modules.flatMap(({ tasks }) => tasks?.['field.amounts'] ?? [])
  const context = { signal: new AbortController().signal, log: platform.log }
  if (isConverted) await task?.({ tenantId: app.tenantId }, context)
}

/** Values of few kinds, so that they meet; some are unset. */
function valuesOf(n: number): Record<string, unknown> {
  const unlessFifth = <T>(value: T, by: number): T | null => ((n + by) % 5 === 0 ? null : value)
  return {
    seats: unlessFifth((n % 7) - 2.5, 0),
    share: unlessFifth(n % 4, 1),
    since: unlessFifth(`2026-03-0${1 + (n % 6)}`, 2),
    live: n % 3 === 0,
    arr: unlessFifth({ value: 10 * (n % 6), currencyDefinitionId: idOf(n % 2 ? 'USD' : 'EUR') }, 3),
    kind: unlessFifth(options[n % options.length], 4),
  }
}

/** Some of the values of n. */
function someOf(n: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(valuesOf(n)).filter((_, at) => (n >> at) % 2 === 0))
}

interface Step {
  act: 'create' | 'edit' | 'many' | 'archive' | 'undo' | 'delete' | 'rate' | 'retire'
  a: number
  b: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('create', 'edit', 'edit', 'many', 'archive', 'undo', 'delete', 'rate', 'retire'),
  a: fc.nat(60),
  b: fc.nat(120),
})

const anId = (a: number): number => ids[a % ids.length] ?? 0

const takes: Record<Step['act'], (step: Step) => Promise<unknown>> = {
  create: async ({ b }) => {
    const form = { globalFields: { name: `New ${b}` }, customFields: valuesOf(b) }
    const { status, body } = await admin.post('core/accounts', form)
    // An option that is retired is refused.
    if (status === 200) ids.push(body.data.accountId)
    return { body }
  },
  edit: ({ a, b }) => admin.post(`core/accounts/${anId(a)}`, { data: someOf(b) }),
  many: ({ a, b }) =>
    admin.post('core/accounts/change', {
      ids: ids.slice(a % 5, (a % 5) + 6),
      action: 'edit',
      data: someOf(b),
    }),
  archive: ({ a, b }) =>
    admin.post('core/accounts/change', { ids: [anId(a)], action: b % 2 === 0 ? 'archive' : 'churn' }),
  undo: ({ a }) => admin.post(`core/change-sets/${changeSets[a % changeSets.length] ?? 999_999}/undo`),
  delete: ({ a }) => admin.delete(`core/accounts/${anId(a)}`),
  rate: ({ b }) => setRate(1 + (b % 4), b % 3 > 0),
  retire: ({ a }) =>
    admin.put(`core/fields/${kindId}`, {
      picklistDefinition: options.map((id, at) => ({
        id,
        value: `kind ${at}`,
        retired: at === a % options.length,
      })),
    }),
}

type Listed = {
  accountId: number
  customFields: Record<string, never>
  globalFields: { entityArchived: boolean }
}
type Holds = (record: Listed) => boolean

const inDollars = (amount: { value: number; currencyDefinitionId: number }): number =>
  amount.value * (worth.get(amount.currencyDefinitionId) ?? 0)

/** A condition on a custom field, which no unset value meets. */
const own = (field: string, rule: object, holds: (value: never) => boolean) => ({
  filter: { field, ...rule },
  holds: ({ customFields }: Listed) => {
    const value = customFields[field] ?? null
    return value !== null && holds(value)
  },
})

/** A condition as a list is asked, and as it is meant. */
const condition: fc.Arbitrary<{ filter: object; holds: Holds }> = fc
  .record({
    kind: fc.constantFrom('seats', 'share', 'since', 'live', 'arr', 'kind', 'archived', 'set'),
    n: fc.integer({ min: -3, max: 6 }),
  })
  .map(({ kind, n }) => {
    if (kind === 'since') {
      const day = `2026-03-0${Math.max(1, n)}`
      return own('since', { operator: 'greaterEqual', value: day }, (value: string) => value >= day)
    }
    if (kind === 'live') return own('live', { operator: 'isTrue' }, (value: boolean) => value)
    if (kind === 'arr') {
      return own('arr', { operator: 'greater', value: 10 * n }, (value) => inDollars(value) > 10 * n)
    }
    if (kind === 'kind') {
      const option = options[Math.abs(n) % options.length] as number
      return own('kind', { operator: 'isSetTo', value: [option] }, (value: number) => value === option)
    }
    if (kind === 'set') return own('seats', { operator: 'set' }, () => true)
    if (kind === 'archived') {
      return {
        filter: { field: 'entityArchived', operator: 'isFalse' },
        holds: ({ globalFields }: Listed) => !globalFields.entityArchived,
      }
    }
    return own(kind, { operator: 'lesser', value: n }, (value: number) => value < n)
  })

const rule = fc.record({
  parts: fc.array(condition, { minLength: 1, maxLength: 4 }),
  isAll: fc.boolean(),
  isNot: fc.boolean(),
  sort: fc.constantFrom('seats', '-seats', 'share', '-since', 'arr', '-arr', 'name'),
})

/** By what amounts are worth, and else by the value. */
function sortedBy(sort: string): (record: Listed) => number | string | null {
  const field = sort.replace('-', '')
  return ({ customFields }) => {
    const value = customFields[field] ?? null
    return value !== null && field === 'arr' ? inDollars(value) : value
  }
}

describe('lists over values in slots', () => {
  it('have the records that a rule means, in their order, whatever is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 10 }),
        fc.array(rule, { minLength: 4, maxLength: 8 }),
        async (steps, rules) => {
          for (const one of steps) {
            const { body } = ((await takes[one.act](one)) ?? {}) as { body?: { changeSetId?: number } }
            if (body?.changeSetId) changeSets.push(body.changeSetId)
          }
          const { data: all } = await list(admin, 'accounts', { pageSize: 5000 })
          for (const { parts, isAll, isNot, sort } of rules) {
            const group = { [isAll ? 'and' : 'or']: parts.map(({ filter }) => filter) }
            const filter = isNot ? { not: group } : group
            const truly = all.filter((record: Listed) => {
              const found = parts.map(({ holds }) => holds(record))
              return (isAll ? found.every(Boolean) : found.some(Boolean)) !== isNot
            })
            const found = await list(admin, 'accounts', { pageSize: 5000, filter, sort })
            const idsIn = (records: Listed[]) => new Set(records.map(({ accountId }) => accountId))
            expect(idsIn(found.data), JSON.stringify(filter)).toEqual(idsIn(truly))
            expect(found.totalItemCount).toBe(truly.length)
            if (sort === 'name') continue
            const values = found.data.map(sortedBy(sort))
            const set = values.filter((value: unknown) => value !== null)
            const inOrder = set.toSorted((a: never, b: never) => (a < b ? -1 : a > b ? 1 : 0))
            expect(values.slice(0, set.length)).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder)
          }
        },
      ),
      { seed: 20_261_125, numRuns: 15, interruptAfterTimeLimit: 40_000, endOnFailure: true },
    )
  }, 90_000)
})
