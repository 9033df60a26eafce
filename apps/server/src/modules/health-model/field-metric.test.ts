import type { ScorePart } from '@steward/contracts/health'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { measureOf, saveDraft } from './health-model.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

const optionsOf = (values: readonly string[]) => ({ picklistDefinition: values.map((value) => ({ value })) })

/** What the draft measures of an account, by the names of the measures. */
async function tried(accountId: number): Promise<Map<string, ScorePart>> {
  const { after } = good(await admin.post(`health-management/scores/${accountId}/try?level=account`)).data
  return new Map(after.parts.map((part: ScorePart) => [part.name, part]))
}

it('measures every kind of field', async () => {
  const types = [
    ['number', 'Seats', {}],
    ['percentage', 'Use', {}],
    ['currency', 'Value', {}],
    ['date', 'Renewal', {}],
    ['boolean', 'Reference', {}],
    ['singlePicklist', 'Tier', optionsOf(['Gold', 'Silver'])],
    ['multiPicklist', 'Products', optionsOf(['Core', 'Plus', 'Old'])],
  ] as const
  const fields = new Map<string, Awaited<ReturnType<typeof defineField>>>()
  for (const [dataType, name, more] of types) {
    fields.set(name, await defineField(admin, 'account', name, dataType, more))
  }
  const option = (name: string, at: number) => fields.get(name)?.picklistDefinition[at]?.id as number
  const { data: currencies } = good(await admin.get('currency/active-currencies'))
  const currency = (code: string) =>
    currencies.find((one: { code: string }) => one.code === code).currencyDefinitionId
  const gte = [{ operator: 'gte' as const, value: 1, points: 10 }]
  const rulesOf: Record<string, ReturnType<typeof measureOf>['rules']> = {
    Reference: [{ operator: 'eq', value: true, points: 9 }],
    Renewal: [{ operator: 'lt', value: 0, points: 8 }],
    Tier: [{ operator: 'eq', value: option('Tier', 0), points: 7 }],
    Products: [{ operator: 'oneOf', value: [option('Products', 1), option('Products', 2)], points: 6 }],
  }
  const { problems } = await saveDraft(admin, 2, {
    measures: types.map(([, name]) =>
      measureOf({
        name,
        metric: `field:${fields.get(name)?.customColumnId}`,
        rules: rulesOf[name] ?? gte,
      }),
    ),
  })
  expect(problems).toEqual([])

  const now = app.clock.now()
  const full = await create(admin, 'accounts', {
    name: 'Full',
    Seats: 40.5,
    Use: 80,
    Value: { value: 1000, currencyDefinitionId: currency('USD') },
    Renewal: dayFrom(now, 10),
    Reference: true,
    Tier: option('Tier', 0),
    Products: [option('Products', 0), option('Products', 1)],
  })
  const parts = await tried(full)
  const seen = [...parts].map(([name, { text, points }]) => [name, text, points])
  expect(seen).toEqual([
    ['Seats', '40.5', 10],
    ['Use', '80%', 10],
    ['Value', '1,000 USD', 10],
    ['Renewal', 'in 10 days', 8],
    ['Reference', 'Yes', 9],
    ['Tier', 'Gold', 7],
    ['Products', 'Core, Plus', 6],
  ])
  expect(parts.get('Renewal')).toMatchObject({ value: -10, at: `${dayFrom(now, 10)}T00:00:00.000Z` })

  const empty = await create(admin, 'accounts', {
    name: 'Empty',
    Value: { value: 1000, currencyDefinitionId: currency('EUR') },
    Products: [],
  })
  const missing = await tried(empty)
  expect([...missing.values()].every((part) => part.missing && part.points === null)).toBe(true)
})
