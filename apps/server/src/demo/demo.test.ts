import type { ExchangeRates } from '@steward/contracts/currency'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../test/harness.ts'
import {
  countAll,
  counts,
  find,
  keyOf,
  long,
  ofTail,
  optionsOf,
  people,
  readList,
  scoreMoves,
  stopBefore,
  tail,
  withoutScores,
} from './demo.fixture.ts'
import { laterDay, laterStory, monthsBehind } from './demo.calendar.ts'
import { cell, mostFrequent, numberCell, rowsBy } from './demo.file.ts'
import { loadDemo } from './demo.load.ts'
import { listRecent } from './demo.recent.ts'
import { listStoreStories } from './demo.store-story.ts'
import { listStories } from './demo.story.ts'
import { readSource, type DemoSource } from './demo.source.ts'

/** The open deals of the long tail at the prices of their products, in dollars. */
const openWorth = 1_635_448

/** How many months the days of the files are moved. */
const months = () => monthsBehind(new Date())

describe('the demo', () => {
  let app: TestApp
  let admin: Client
  let source: DemoSource
  const load = (signal = new AbortController().signal) => loadDemo(app.application, app.tenantId, signal)

  beforeAll(async () => {
    app = await startTestApp()
    admin = await app.as('administrator')
    source = await readSource()
  })
  afterAll(() => app.stop())

  it(
    'is completed after it was cut short, and adds nothing when it is there',
    async () => {
      await expect(load(stopBefore(10))).rejects.toThrow('stopped')
      expect(await countAll(admin)).toEqual({ ...tail, pipelines: 1000 })
      await expect(load(stopBefore(200))).rejects.toThrow('stopped')
      await load()
      expect(await countAll(admin)).toEqual(counts)
      await load()
      expect(await countAll(admin)).toEqual(counts)
      const users = await admin.get('users')
      expect(JSON.stringify(users.body).match(/@demo\.example/g)).toHaveLength(people)
    },
    long,
  )

  it.each([
    ['Won', 2, 4238, 10_005_534],
    ['Lost', 3, 2473, 0],
    ['open', 1, 664, openWorth],
  ])('has the deals that are %s', async (_, status, count, value) => {
    const rule = { and: [{ field: 'system:pipelineStatus', operator: 'isSetTo', value: [status] }, ofTail] }
    const { body } = await readList(admin, 'pipelines', rule)
    expect(body.totalItemCount).toBe(count)
    const values = body.data.map((pipeline: Answer['body']) => pipeline.customFields.value?.value ?? 0)
    expect(values.reduce((sum: number, one: number) => sum + one, 0)).toBe(value)
  })

  it('converts what its deals are worth by rates that go on from those of the European Central Bank', async () => {
    const { body: told } = await admin.get('currency/exchange-rates?from=2026-04')
    const rates: ExchangeRates = told.data
    const { data: active } = (await admin.get('currency/active-currencies')).body
    const idOf = (code: string): number =>
      active.find((one: { code: string }) => one.code === code).currencyDefinitionId
    const [euro, pound] = [idOf('EUR'), idOf('GBP')]
    const rateIn = (month: string, id: number) =>
      rates.months
        .find((one) => one.month === month)
        ?.rates.find(({ currencyDefinitionId }) => currencyDefinitionId === id)
    // On 2026-04-13, the last day of the file, one euro was 1.1684 dollars.
    expect(rateIn('2026-04', euro)).toMatchObject({
      rate: Number((1 / 1.1684).toPrecision(12)),
      source: 'ecb',
    })
    const today = rateIn(rates.presentMonth, euro)
    expect(today).toMatchObject({ source: 'sample' })
    expect(Math.abs((today?.rate ?? 0) * 1.1684 - 1)).toBeLessThan(0.03)
    expect(rates.months.every((one) => one.rates.length > 10)).toBe(true)
    const toDollars = (id: number): number =>
      rates.effective.find(({ currencyDefinitionId }) => currencyDefinitionId === id)?.toBase ?? 0
    const closed = { field: 'system:pipelineStatus', operator: 'isSetTo', value: [2] }
    const won = JSON.stringify({ and: [closed, ofTail] })
    const sumIn = async (displayCurrency: string) => {
      const query = new URLSearchParams({ totals: 'sum(value)', filter: won, displayCurrency })
      const { data } = (await admin.get(`core/pipelines/totals?${query}`)).body
      return data[0]
    }
    const worthIn = async (code: string): Promise<number> => (await sumIn(code)).value
    // The deals are in dollars.
    expect(await sumIn('EUR')).toMatchObject({ rateDate: today?.rateDate })
    expect(await worthIn('EUR')).toBeCloseTo(10_005_534 / toDollars(euro), 1)
    expect(await worthIn('GBP')).toBeCloseTo(10_005_534 / toDollars(pound), 1)

    const deal = await find(admin, 'pipeline', 'Z063OYW0')
    const edit = { data: { value: { value: 1000, currencyDefinitionId: pound } } }
    const { body } = await admin.post(`core/pipelines/${deal.pipelineId}`, edit)
    // Without the 4,514 dollars of that deal, and with its 1,000 pounds.
    const inDollars = 10_001_020 + 1000 * toDollars(pound)
    expect(await worthIn('EUR')).toBeCloseTo(inDollars / toDollars(euro), 1)
    expect(await worthIn('USD')).toBeCloseTo(inDollars, 1)
    await admin.post(`core/change-sets/${body.changeSetId}/undo`)
    expect(await sumIn('USD')).toMatchObject({ value: 10_005_534 })
  })

  it('has the same sum and the same sellers as the file', async () => {
    const won = source.deals.filter((deal) => cell(deal, 'deal_stage') === 'Won')
    expect(won.reduce((sum, deal) => sum + (numberCell(deal, 'close_value') ?? 0), 0)).toBe(10_005_534)
    const rule = { and: [{ field: 'system:pipelineStatus', operator: 'isSetTo', value: [2] }, ofTail] }
    const { body } = await readList(admin, 'pipelines', rule)
    const sellers = Map.groupBy(
      body.data as Answer['body'][],
      (pipeline) => pipeline.globalFields.owners[0].name as string,
    )
    const expected = rowsBy(won, 'sales_agent')
    expect(new Map([...sellers].map(([name, deals]) => [name, deals.length]))).toEqual(
      new Map([...expected].map(([name, deals]) => [name, deals.length])),
    )
  })

  it('reads a deal with its product, days and customer', async () => {
    const products = await optionsOf(admin, 'pipeline', 'product')
    expect([...products.values()]).toEqual(source.products.map((row) => cell(row, 'product')))
    const deal = await find(admin, 'pipeline', 'Z063OYW0')
    expect(deal.globalFields).toMatchObject({
      name: 'Isdom: GTX Pro',
      pipelineType: 1,
      pipelineStatus: 2,
      owners: [{ name: 'Darcel Schlecht' }],
      account: { name: 'Isdom' },
    })
    expect(deal.customFields).toMatchObject({
      value: { value: 4514 },
      stage: 'Won',
      engage_date: laterDay('2016-10-25', months()),
      close_date: laterDay('2017-03-11', months()),
    })
    expect(products.get(deal.customFields.product)).toBe('GTX Pro')
  })

  it('reads a company with its parent and the agent who has most of its deals', async () => {
    const [parent, child] = ['Acme Corporation', 'Bluth Company']
    expect(source.companies.find((row) => cell(row, 'account') === child)?.['subsidiary_of']).toBe(parent)
    const deals = source.deals.filter((deal) => cell(deal, 'account') === child)
    const account = await find(admin, 'account', child)
    expect(account.globalFields).toMatchObject({
      name: child,
      health: expect.any(Number),
      organization: { name: parent },
      owners: [{ name: mostFrequent(deals, 'sales_agent')[0] }],
    })
    const sectors = await optionsOf(admin, 'account', 'sector')
    expect(sectors.get(account.customFields.sector)).toBe('Technology')
    expect(account.customFields).toMatchObject({
      year_established: '1993',
      employees: 3027,
      revenue: { value: 1_242_320_000 },
    })
    const head = await find(admin, 'account', parent)
    expect(head.globalFields.organization.name).toBe(parent)
  })

  it.each([
    ['Isdom', 'At risk', 1],
    ['Streethex', 'Onboarding', 4],
    ['Donquadtech', 'Renewal', 4],
    ['Cancity', 'Adoption', 3],
    ['Rangreen', 'Value realised', 5],
  ])('%s stands at %s, by what it bought of late', async (name, lifecycleStage, pulse) => {
    expect((await find(admin, 'account', name)).globalFields).toMatchObject({ lifecycleStage, pulse })
  })

  it('reads a store with its territory, its sales person and its contact', async () => {
    const store = await find(admin, 'account', '292')
    expect(store.globalFields).toMatchObject({
      name: 'Next-Door Bike Store',
      pulse: 4,
      health: expect.any(Number),
      organization: { name: 'Bicycle stores, Southeast' },
      owners: [{ name: 'Tsvi Reiter' }],
    })
    expect(store.customFields).toMatchObject({ revenue: { value: 80_000 }, year_established: '1996' })
    const contact = await find(admin, 'contact', '291')
    expect(contact.globalFields).toMatchObject({
      name: 'Gustavo Achong',
      email: 'gustavo0@adventure-works.com',
      account: { name: 'Next-Door Bike Store' },
    })
    const roles = await optionsOf(admin, 'contact', 'role')
    expect(roles.get(contact.customFields.role)).toBe('Owner')
    expect(contact.customFields.phone).toBe('398-555-0132')
  })

  it('has what people logged with the main customers, each entry once', async () => {
    const stories = [...listStories(source), ...listStoreStories(source)].map((story) =>
      laterStory(story, months()),
    )
    expect(stories).toHaveLength(20)
    for (const { account: externalId, entries } of stories) {
      const account = await find(admin, 'account', externalId)
      const { body } = await admin.get(
        `core/timeline?level=account&parentIdentifier=${account.accountId}&pageSize=100`,
      )
      const logged = (body.data as Answer['body'][]).filter(({ kind }) => kind !== 'change')
      expect(logged.map((item) => keyOf(item.kind, item.occurredAt)).toSorted(), externalId).toEqual(
        entries.map(({ what, at }) => keyOf(what.kind, at)).toSorted(),
      )
      expect(entries.length).toBeGreaterThanOrEqual(3)
      expect(logged.every(({ author }) => author.id !== admin.actor.userId)).toBe(true)
      const { body: ledger } = await admin.get(`core/accounts/${account.accountId}/history`)
      expect(withoutScores(ledger.data)).toMatchObject([{ action: 'create', kind: 'create' }])
    }
  })

  it('tells the quarters of a customer by its deals, and who was at the store', async () => {
    const account = await find(admin, 'account', 'Kan-code')
    const query = `level=account&parentIdentifier=${account.accountId}`
    const pulses = (await admin.get(`core/entity-action/pulse?${query}`)).body.data as Answer['body'][]
    const deals = source.deals.filter((deal) => cell(deal, 'account') === 'Kan-code')
    const last = deals.filter((deal) => cell(deal, 'close_date') >= '2017-10-01')
    const won = last.filter((deal) => cell(deal, 'deal_stage') === 'Won').length
    expect(pulses[0].text).toBe(`${won} of ${last.length} deals of the quarter were won.`)
    expect(pulses[0].details.pulse).toBe(account.globalFields.pulse)
    const [story] = listStoreStories(source)
    const store = await find(admin, 'account', story!.account)
    const visits = (
      await admin.get(`core/entity-action/activity?level=account&parentIdentifier=${store.accountId}`)
    ).body.data as Answer['body'][]
    expect(visits[0].details.contacts).toHaveLength(1)
    const [contact] = visits[0].details.contacts
    const own = await admin.get(`core/entity-action/activity?level=contact&parentIdentifier=${contact.id}`)
    expect(own.body.totalItemCount).toBe(2)
  })

  it('has scores that moved lately, and says why', async () => {
    const recent = listRecent(source, new Date())
    expect(recent).toHaveLength(12)
    const labels = new Set<string>()
    const to = new Date().toISOString().slice(0, 10)
    const from = new Date(Date.now() - 80 * 86_400_000).toISOString().slice(0, 10)
    for (const { account: externalId } of recent) {
      const { accountId, globalFields } = await find(admin, 'account', externalId)
      const scores = `health-management/scores/${accountId}`
      const { body: movement } = await admin.get(`${scores}/movement?level=account&from=${from}&to=${to}`)
      const { difference, movements, recomputes } = movement.data
      const sum = movements.reduce((all: number, one: { difference: number }) => all + one.difference, 0)
      expect(sum).toBeCloseTo(difference, 9)
      expect(recomputes).toBe(true)
      expect(movement.data.to.score).toBe(globalFields.health)
      for (const { label } of movements) labels.add(label)
      const { body: line } = await admin.get(`${scores}/history?level=account&from=${from}`)
      expect(line.data.length).toBeGreaterThan(3)
      const { told, shown } = await scoreMoves(admin, accountId)
      expect(told).toEqual(shown)
    }
    expect([...labels].toSorted()).toEqual(['behaviour', 'stale'])
  })

  it('was added by the first administrator, with a history', async () => {
    const account = await find(admin, 'account', '292')
    const { body } = await admin.get(`core/accounts/${account.accountId}/history`)
    expect(withoutScores(body.data)).toMatchObject([{ source: 'person', action: 'create', kind: 'create' }])
  })
})
