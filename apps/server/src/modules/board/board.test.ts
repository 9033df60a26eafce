import type { Board, BoardColumn } from '@steward/contracts/board'
import type { LevelPlural } from '@steward/contracts/level'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, list, namesOf } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let stages: { lifecycleStageId: number; displayName: string }[]
let tier: { name: string; picklistDefinition: { id: number; value: string }[] }

const noFilter = { and: [] }

function search(query: Record<string, unknown>): string {
  return String(
    new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    ),
  )
}

async function board(
  client: Client,
  level: LevelPlural,
  query: Record<string, unknown> = {},
): Promise<Board> {
  return good(await client.get(`core/${level}/board?${search(query)}`)).data
}

const inWords = ({ columns }: Board) =>
  columns.map((column) => [column.label, namesOf({ data: column.records })])
const column = ({ columns }: Board, label: string): BoardColumn => {
  const found = columns.find((each) => each.label === label)
  if (!found) throw new Error(`No column ${label}`)
  return found
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  stages = good(await admin.get('core/lifecycles?level=account')).data
  tier = await defineField(admin, 'account', 'tier', 'singlePicklist', {
    picklistDefinition: ['Gold', 'Silver', 'Iron'],
  })
  await defineField(admin, 'account', 'arr', 'currency')
  await defineField(admin, 'account', 'seats', 'number')
  const [first, second] = stages
  for (const [name, stage, more] of [
    ['cedar', first, { arr: { value: 100.25 }, seats: 3, tier: 'Gold' }],
    ['Alder', first, { arr: { value: 200.5 }, seats: 4, tier: 'Silver' }],
    ['birch', first, { seats: 5 }],
    ['Dogwood', second, { arr: { value: 7 }, tier: 'Gold' }],
    ['Elm', second, { arr: { value: 1000 } }],
  ] as const) {
    await create(admin, 'accounts', { name, lifecycleStage: stage?.lifecycleStageId, ...more })
  }
  const { data } = await list(admin, 'accounts', { query: 'Elm' })
  good(await admin.put(`core/accounts/${data[0].accountId}/archive`))
})

afterAll(() => app.stop())

describe('the board of a level', () => {
  it('has a column for each stage with its records in the order of lists', async () => {
    const all = await board(admin, 'accounts', { filter: noFilter })
    expect(all.groupBy).toBe('system:lifecycleStageId')
    expect(inWords(all)).toEqual([
      [stages[0]?.displayName, ['Alder', 'birch', 'cedar']],
      [stages[1]?.displayName, ['Dogwood', 'Elm']],
      ...stages.slice(2).map(({ displayName }) => [displayName, []]),
    ])
    expect(all.columns.map(({ count }) => count)).toEqual([3, 2, ...stages.slice(2).map(() => 0)])
    expect(all).toMatchObject({ totalItemCount: 5, totalEntityCount: 5, sum: null })
  })

  it('sends the records as the list does', async () => {
    const query = { columns: 'arr,tier', filter: noFilter }
    const { data } = await list(admin, 'accounts', query)
    const { columns } = await board(admin, 'accounts', query)
    expect(columns.flatMap(({ records }) => records)).toEqual(expect.arrayContaining(data))
    expect(columns.flatMap(({ records }) => records)).toHaveLength(data.length)
  })

  it('counts and adds up what the filter leaves', async () => {
    const alive = { field: 'entityArchived', operator: 'isFalse' }
    const sums = await board(admin, 'accounts', { filter: alive, sum: 'arr' })
    expect(sums.columns.slice(0, 3).map(({ count, sum }) => [count, sum])).toEqual([
      [3, 300.75],
      [1, 7],
      [0, 0],
    ])
    const rich = { field: 'seats', operator: 'greaterEqual', value: 4 }
    const few = await board(admin, 'accounts', { filter: rich, sum: 'seats' })
    expect(few.columns.slice(0, 2).map(({ count, sum }) => [count, sum])).toEqual([
      [2, 9],
      [0, 0],
    ])
    expect(few.totalItemCount).toBe(2)
  })

  it('begins each column with a page, and the list has the rest', async () => {
    const [first] = (await board(admin, 'accounts', { filter: noFilter, pageSize: 2 })).columns
    expect(first).toMatchObject({ count: 3 })
    expect(namesOf({ data: first?.records ?? [] })).toEqual(['Alder', 'birch'])
    const filter = { field: 'system:lifecycleStageId', operator: 'isSetTo', value: first?.key }
    const more = { filter, format: 'board', pageSize: 2, page: 2 }
    expect(namesOf(await list(admin, 'accounts', more))).toEqual(['cedar'])
    const kept = await list(admin, 'accounts', { ...more, preserveList: true })
    expect(namesOf(kept)).toEqual(['Alder', 'birch', 'cedar'])
    expect(kept).toMatchObject({ page: 1, itemCount: 3, totalItemCount: 3 })
  })

  it('preserves lists of boards only', async () => {
    const answer = await admin.get('core/accounts?preserveList=true')
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Preserving list is only available for board views')
  })

  it('follows the order that is asked for', async () => {
    const sorted = await board(admin, 'accounts', { filter: noFilter, sort: '-seats' })
    expect(namesOf({ data: sorted.columns[0]?.records ?? [] })).toEqual(['birch', 'Alder', 'cedar'])
  })

  it('is searched by part of a name', async () => {
    const found = await board(admin, 'accounts', { filter: noFilter, query: 'der', sum: 'seats' })
    expect(found.columns[0]).toMatchObject({ count: 1, sum: 4 })
    expect(found.totalItemCount).toBe(1)
  })

  it('tells which conditions ask about what is gone', async () => {
    const gone = { field: 'nothing', operator: 'set' }
    expect((await board(admin, 'accounts', { filter: gone })).brokenConditions).toHaveLength(1)
  })
})

describe('a board by a picklist', () => {
  it('has a column for each option, and one for records without any', async () => {
    const tiers = await board(admin, 'accounts', { filter: noFilter, groupBy: 'tier', sum: 'arr' })
    expect(inWords(tiers)).toEqual([
      ['Gold', ['cedar', 'Dogwood']],
      ['Silver', ['Alder']],
      ['Iron', []],
      ['No tier', ['birch', 'Elm']],
    ])
    expect(tiers.columns.map(({ key, sum }) => [key, sum])).toEqual([
      [tier.picklistDefinition[0]?.id, 107.25],
      [tier.picklistDefinition[1]?.id, 200.5],
      [tier.picklistDefinition[2]?.id, 0],
      [null, 1000],
    ])
  })

  it('says which amounts it cannot add up', async () => {
    const currencies = good(await admin.get('currency/active-currencies')).data
    const other = currencies.find(({ isDefault }: { isDefault: boolean }) => !isDefault)
    const { data } = await list(admin, 'accounts', { query: 'Dogwood' })
    const arr = { value: 7, currencyDefinitionId: other.currencyDefinitionId }
    const changeSetId = await edit(admin, 'accounts', data[0].accountId, { arr })
    const tiers = await board(admin, 'accounts', { filter: noFilter, groupBy: 'tier', sum: 'arr' })
    expect(column(tiers, 'Gold')).toMatchObject({ count: 2, sum: 100.25, sumMissing: 1 })
    expect(column(tiers, 'Gold').sumNote).toMatch(/no exchange rate/)
    expect(column(tiers, 'Silver')).toMatchObject({ sum: 200.5 })
    expect(column(tiers, 'Silver').sumNote).toBeUndefined()
    // Columns by stage are counted by what is kept, and say it all the same.
    const byStage = await board(admin, 'accounts', { filter: noFilter, sum: 'arr' })
    expect(byStage.columns.map(({ count, sumMissing }) => [count, sumMissing]).slice(0, 2)).toEqual([
      [3, undefined],
      [2, 1],
    ])
    good(await admin.post(`core/change-sets/${changeSetId}/undo`))
  })

  it('finds a small column among many records', async () => {
    for (let at = 0; at < 60; at += 1) {
      await create(admin, 'organizations', { name: `Many ${String(at).padStart(2, '0')}` })
    }
    const kind = await defineField(admin, 'organization', 'kind', 'singlePicklist', {
      picklistDefinition: ['Rare', 'Never'],
    })
    const { data } = await list(admin, 'organizations', { query: 'Many 41' })
    await edit(admin, 'organizations', data[0].organizationId, { kind: 'Rare' })
    const kinds = await board(admin, 'organizations', { filter: noFilter, groupBy: kind.name, pageSize: 3 })
    expect(kinds.columns.map(({ label, count }) => [label, count])).toEqual([
      ['Rare', 1],
      ['Never', 0],
      ['No kind', 59],
    ])
    expect(inWords(kinds)).toEqual([
      ['Rare', ['Many 41']],
      ['Never', []],
      ['No kind', ['Many 00', 'Many 01', 'Many 02']],
    ])
  })
})

describe('what a board refuses', () => {
  it.each([
    ['groupBy=arr', 'groupBy', 'board.group'],
    ['groupBy=nothing', 'groupBy', 'board.group'],
    ['sum=tier', 'sum', 'board.sum'],
    ['sum=system:health', 'sum', 'board.sum'],
    ['pageSize=101', 'pageSize', 'request.invalid'],
    ['filter={', 'filter', 'filter.invalid'],
  ])('%s', async (query, field, reason) => {
    const answer = await admin.get(`core/accounts/board?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.reason).toBe(reason)
    expect(Object.keys(answer.body.fields)).toContain(field)
  })

  it('groups pipelines by their status, which other levels have not', async () => {
    const pipelines = await board(admin, 'pipelines')
    expect(pipelines.groupBy).toBe('system:pipelineStatus')
    expect(pipelines.columns.map(({ label }) => label).slice(0, 2)).toEqual(['Open', 'Closed Won'])
    const answer = await admin.get('core/accounts/board?groupBy=system:pipelineStatus')
    expect(answer.body.reason).toBe('board.group')
  })
})

describe('who sees what on a board', () => {
  it('shows a Normal User only their own, counted and added up as such', async () => {
    const norma = await app.as('normalUser')
    const account = await create(admin, 'accounts', {
      name: 'Hers',
      owners: [norma.actor.userId],
      lifecycleStage: stages[0]?.lifecycleStageId,
      arr: { value: 5 },
    })
    const hers = await board(norma, 'accounts', { filter: noFilter, sum: 'arr' })
    expect(hers).toMatchObject({ totalItemCount: 1, totalEntityCount: 1 })
    expect(hers.columns[0]).toMatchObject({ count: 1, sum: 5 })
    const owners = [norma.actor.userId]
    await create(admin, 'pipelines', { name: 'Her opportunity', account, owners, pipelineType: 1 })
    await create(admin, 'pipelines', { name: 'Her risk', account, owners, pipelineType: 2 })
    const opportunities = await list(norma, 'pipelines', { pipelineType: 1 })
    expect(opportunities).toMatchObject({ totalItemCount: 1, totalEntityCount: 2 })
    expect(namesOf({ data: hers.columns[0]?.records ?? [] })).toEqual(['Hers'])
    const mine = await board(admin, 'accounts', { filter: noFilter, myEntitiesOnly: true })
    expect(mine.columns.flatMap(({ records }) => namesOf({ data: records }))).not.toContain('Hers')
  })

  it('shows nothing of other tenants', async () => {
    const foreigner = await app.foreigner()
    const theirs = await board(foreigner, 'accounts', { filter: noFilter })
    expect(theirs).toMatchObject({ totalItemCount: 0, totalEntityCount: 0 })
  })
})
