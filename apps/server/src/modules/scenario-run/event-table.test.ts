import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { currencyIds, enterRates } from '../currency/currency.fixture.ts'
import { create, defineField, edit } from '../record/record.fixture.ts'
import { activated, good, node, scenario } from '../scenario-management/scenario.fixture.ts'
import { settle } from './run.fixture.ts'

let app: TestApp
let manager: Client
let administrator: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  administrator = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const day = 24 * 3600_000

/** What a record holds 40, 10 and 3 days before the change that scenarios look at, and then. */
type History = readonly [unknown, unknown, unknown, unknown]

const same = (before: unknown, after: unknown): History => [before, before, before, after]

/** Days between these, and from the last one to the change. */
const pauses = [30, 7, 3]

const percentage = (deviationType: string, precision: string) => ({
  changeType: 'percentage',
  deviationType,
  precision,
  value: 20,
})
const previous = (timespan: number, period: string) => ({
  changeType: 'any',
  occurrence: 'previous',
  timespan,
  period,
})

const percentages = {
  'up at least 20 %': percentage('increase', 'at_least'),
  'up at most 20 %': percentage('increase', 'at_most'),
  'up exactly 20 %': percentage('increase', 'exactly'),
  'down at least 20 %': percentage('decrease', 'at_least'),
  'down at most 20 %': percentage('decrease', 'at_most'),
  'down exactly 20 %': percentage('decrease', 'exactly'),
}
const anyChange = {
  any: { changeType: 'any', occurrence: 'immediate' },
  '1 day': previous(1, 'day'),
  '1 week': previous(1, 'week'),
  '1 month': previous(1, 'month'),
  '2 months': previous(2, 'month'),
}

const up = ['up at least 20 %', 'up at most 20 %', 'up exactly 20 %'] as const
const down = ['down at least 20 %', 'down at most 20 %', 'down exactly 20 %'] as const
/** A change of a value that was the same all the time before: there was no record two months ago. */
const changed = ['any', '1 day', '1 week', '1 month'] as const

/** Lets records live through their histories, and answers which scenarios each of them entered. */
async function live(
  field: string,
  settings: Readonly<Record<string, object>>,
  histories: Readonly<Record<string, History>>,
): Promise<Record<string, string[]>> {
  const ids = new Map<string, number>()
  for (const [name, [first]] of Object.entries(histories)) {
    ids.set(name, await create(manager, 'accounts', { name, [field]: first }))
  }
  const put = async (nth: number) => {
    for (const [name, history] of Object.entries(histories)) {
      await edit(manager, 'accounts', ids.get(name) as number, { [field]: history[nth] })
    }
  }
  for (const [nth, days] of pauses.entries()) {
    app.clock.advance(days * day)
    if (nth < pauses.length - 1) await put(nth + 1)
  }
  await settle(app)
  const scenarios = new Map<number, string>()
  for (const [name, change] of Object.entries(settings)) {
    const trigger = { type: 'change_attribute', attribute: field, ...change }
    const body = scenario([node('start', 'onEvent', trigger)])
    scenarios.set(await activated(manager, body), name)
  }
  await put(3)
  await settle(app)
  const entered: Record<string, string[]> = {}
  for (const [name, id] of ids) {
    const { data } = good(await manager.get(`scenario-management/records/${id}/runs?limit=200`))
    const names = new Set(data.map(({ scenarioId }: { scenarioId: number }) => scenarios.get(scenarioId)))
    entered[name] = Object.keys(settings).filter((one) => names.has(one))
  }
  return entered
}

type Case = readonly [string, History, readonly string[]]

const historiesOf = (cases: readonly Case[]) =>
  Object.fromEntries(cases.map(([name, history]) => [name, history]))

/** The names of scenarios, in the order of `settings`. */
const expectedOf = (cases: readonly Case[], settings: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    cases.map(([name, , names]) => [name, Object.keys(settings).filter((one) => names.includes(one))]),
  )

describe('which records enter by a change of an attribute, held against the ledger', () => {
  it('of a number', async () => {
    const { name: field } = await defineField(administrator, 'account', 'size', 'number')
    const settings = {
      ...anyChange,
      'from 100 to 120': { changeType: 'specific', from: 100, to: 120 },
      'from empty to 0': { changeType: 'specific', from: null, to: 0 },
      'from 0 to empty': { changeType: 'specific', from: 0, to: null },
      ...percentages,
    }
    const cases: Case[] = [
      ['up by 20 %', [100, 100, 100, 120], [...changed, 'from 100 to 120', ...up]],
      [
        'back to the value of a month ago',
        [120, 100, 100, 120],
        ['any', '1 day', '1 week', 'from 100 to 120', ...up],
      ],
      [
        'back to the value of a week ago',
        [100, 120, 100, 120],
        ['any', '1 day', '1 month', 'from 100 to 120', ...up],
      ],
      ['up by more', [100, 100, 100, 120.5], [...changed, 'up at least 20 %']],
      ['up by less', [100, 100, 100, 119.5], [...changed, 'up at most 20 %']],
      ['down by 20 %', [100, 100, 100, 80], [...changed, ...down]],
      ['down by more', [100, 100, 100, 79.5], [...changed, 'down at least 20 %']],
      ['down by less', [100, 100, 100, 80.5], [...changed, 'down at most 20 %']],
      ['down to zero', [100, 100, 100, 0], [...changed, 'down at least 20 %']],
      ['up from a debt', [-100, -100, -100, -80], [...changed, ...up]],
      ['deeper into debt', [-100, -100, -100, -120], [...changed, ...down]],
      ['from a debt to an asset', [-100, -100, -100, 100], [...changed, 'up at least 20 %']],
      ['up from zero', [0, 0, 0, 5], changed],
      ['down from zero', [0, 0, 0, -5], changed],
      ['from zero to empty', [0, 0, 0, null], [...changed, 'from 0 to empty']],
      ['from empty to zero', [null, null, null, 0], [...changed, 'from empty to 0']],
      ['from empty', [null, null, null, 120], changed],
      ['to empty', [100, 100, 100, null], changed],
      ['back from empty', [100, 100, null, 100], ['any', '1 day']],
      ['back to empty', [null, 100, 100, null], ['any', '1 day', '1 week']],
      ['not at all', [100, 120, 100, 100], []],
    ]
    expect(await live(field, settings, historiesOf(cases))).toEqual(expectedOf(cases, settings))
  })

  it('of an amount, in one currency or in several', async () => {
    const { name: field } = await defineField(administrator, 'account', 'worth', 'currency')
    const idOf = await currencyIds(administrator)
    const amount = (value: number, code: string) => ({ value, currencyDefinitionId: idOf(code) })
    // A euro is two dollars; no one entered a rate of the pound.
    await enterRates(app, administrator, { EUR: 0.5 })
    const settings = {
      ...anyChange,
      'from 100 USD to 60 EUR': { changeType: 'specific', from: amount(100, 'USD'), to: amount(60, 'EUR') },
      'from empty to 0 USD': { changeType: 'specific', from: null, to: amount(0, 'USD') },
      ...percentages,
    }
    const cases: Case[] = [
      ['up in one currency', same(amount(100, 'USD'), amount(120, 'USD')), [...changed, ...up]],
      ['down in one currency', same(amount(100, 'EUR'), amount(80, 'EUR')), [...changed, ...down]],
      [
        'up in another',
        same(amount(100, 'USD'), amount(60, 'EUR')),
        [...changed, 'from 100 USD to 60 EUR', ...up],
      ],
      ['down in another', same(amount(50, 'EUR'), amount(80, 'USD')), [...changed, ...down]],
      ['worth the same in another', same(amount(100, 'USD'), amount(50, 'EUR')), changed],
      [
        'a larger figure that is worth less',
        same(amount(100, 'EUR'), amount(150, 'USD')),
        [...changed, 'down at least 20 %'],
      ],
      ['to a currency without a rate', same(amount(100, 'USD'), amount(500, 'GBP')), changed],
      ['from a currency without a rate', same(amount(100, 'GBP'), amount(500, 'USD')), changed],
      ['within a currency without a rate', same(amount(100, 'GBP'), amount(120, 'GBP')), [...changed, ...up]],
      ['up from zero', same(amount(0, 'USD'), amount(5, 'EUR')), changed],
      ['down to zero', same(amount(100, 'USD'), amount(0, 'EUR')), [...changed, 'down at least 20 %']],
      ['from empty', same(null, amount(120, 'USD')), changed],
      ['from empty to zero', same(null, amount(0, 'USD')), [...changed, 'from empty to 0 USD']],
      ['to empty', same(amount(100, 'EUR'), null), changed],
      [
        'back to the currency of a week ago',
        [amount(1, 'USD'), amount(1, 'EUR'), amount(1, 'USD'), amount(1, 'EUR')],
        ['any', '1 day', '1 month', 'up at least 20 %'],
      ],
    ]
    expect(await live(field, settings, historiesOf(cases))).toEqual(expectedOf(cases, settings))
  })
})
