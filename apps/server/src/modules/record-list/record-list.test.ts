import { builtInFieldsOf } from '@steward/contracts/built-in-field'
import { customDataTypes, type CustomDataType } from '@steward/contracts/data-type'
import { levels } from '@steward/contracts/level'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, list, namesOf, read } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let organizations: number[]
let stages: { lifecycleStageId: number; displayName: string }[]
let names: string[]
const options: Record<string, { id: number; value: string }[]> = {}

/** Two values of each custom type, the first sorting before the second. */
function valuesOf(type: CustomDataType): [unknown, unknown] {
  const [first, second] = organizations as [number, number]
  const byType: Partial<Record<CustomDataType, [unknown, unknown]>> = {
    string: ['apple', 'Banana'],
    longText: ['a long text', 'B long text'],
    email: ['a@example.com', 'B@example.com'],
    boolean: [false, true],
    currency: [{ value: 9 }, { value: 10 }],
    date: ['2024-12-31', '2025-01-01'],
    mandatoryDate: ['2024-12-31', '2025-01-01'],
    singlePicklist: ['Zulu', 'Alpha'],
    multiPicklist: [['Zulu'], ['Alpha', 'Zulu']],
    user: [userIds[0], userIds[1]],
    organization: [first, second],
    account: [accountIds[0], accountIds[1]],
    contact: [contactIds[0], contactIds[1]],
  }
  return byType[type] ?? [9, 10]
}

let userIds: number[]
let accountIds: number[]
let contactIds: number[]

const isAlwaysSet = (type: string): boolean => type.startsWith('mandatory')

const valued = (at: 0 | 1) =>
  Object.fromEntries(customDataTypes.map((type) => [`f_${type}`, valuesOf(type)[at]]))

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  userIds = [(await app.newUser('manager')).actor.userId, (await app.newUser('manager')).actor.userId]
  stages = good(await admin.get('core/lifecycles?level=account')).data
  organizations = []
  for (const name of ['alpha home', 'Beta home']) {
    organizations.push(
      await create(admin, 'organizations', { name, externalId: name, pulse: name === 'Beta home' ? 5 : 1 }),
    )
  }
  accountIds = []
  contactIds = []
  for (const name of ['one', 'Two']) {
    accountIds.push(await create(admin, 'accounts', { name }))
    contactIds.push(await create(admin, 'contacts', { name }))
    good(await admin.put(`core/accounts/${accountIds.at(-1)}/archive`))
  }
  for (const type of customDataTypes) {
    const picklistDefinition = type.endsWith('Picklist') ? ['Zulu', 'Alpha'] : []
    options[type] = (
      await defineField(admin, 'account', `f_${type}`, type, { picklistDefinition })
    ).picklistDefinition
  }
  const always = { f_mandatoryNumber: 10, f_mandatoryDate: '2025-01-01' }
  const builtIn = (at: 0 | 1) => ({
    externalId: `id ${at}`,
    about: `about ${at}`,
    pulse: at + 2,
    organization: organizations[at],
    owners: [userIds[at]],
    lifecycleStage: stages[at]?.lifecycleStageId,
  })
  await create(admin, 'accounts', { name: 'First', ...builtIn(0), ...valued(0) })
  await create(admin, 'accounts', { name: 'second', ...builtIn(1), ...valued(1) })
  await create(admin, 'accounts', {
    name: 'Third, unset',
    owners: [userIds[1]],
    lifecycleStage: stages[1]?.lifecycleStageId,
    ...always,
  })
  names = ['First', 'second', 'Third, unset']
})
afterAll(() => app.stop())

const active = { field: 'entityArchived', operator: 'isFalse' }
const accounts = (query: Record<string, unknown> = {}) =>
  list(admin, 'accounts', { filter: active, ...query })

describe('sorting', () => {
  it.each(customDataTypes)(
    'by a custom field of the type %s has unset values last, both ways',
    async (type) => {
      const sorted = async (sortDirection: string) =>
        namesOf(await accounts({ sortColumn: `f_${type}`, sortDirection }))
      const [first, second, unset] = names
      const up = await sorted('ASC')
      const down = await sorted('DESC')
      if (isAlwaysSet(type)) {
        expect([up[0], down.at(-1)]).toEqual([first, first])
      } else {
        expect(up).toEqual([first, second, unset])
        expect(down).toEqual([second, first, unset])
      }
    },
  )

  it.each(['system:externalId', 'about', 'system:pulse', 'organization'])(
    'by %s has unset values last',
    async (sortColumn) => {
      expect(namesOf(await accounts({ sortColumn }))).toEqual(names)
      const down = await accounts({ sortColumn, sortDirection: 'DESC' })
      expect(namesOf(down)).toEqual([names[1], names[0], names[2]])
    },
  )

  it('by stage follows the order of the stages, by owner their names', async () => {
    for (const sortColumn of ['lifecycleStage', 'owners', 'primaryOwner']) {
      expect(namesOf(await accounts({ sortColumn }))[0]).toBe('First')
      expect(namesOf(await accounts({ sortColumn, sortDirection: 'DESC' })).at(-1)).toBe('First')
    }
  })

  it.each(levels)('works by every field of the $name level, both ways', async ({ id, plural }) => {
    for (const { name } of builtInFieldsOf(id)) {
      const up = await list(admin, plural, { sortColumn: name })
      const down = await list(admin, plural, { sortColumn: name, sortDirection: 'DESC' })
      expect(up.itemCount, name).toBe(up.totalItemCount)
      expect(new Set(namesOf(down)), name).toEqual(new Set(namesOf(up)))
    }
  })

  it('by an unknown field is refused by name', async () => {
    const { status, body } = await admin.get('core/accounts?sortColumn=colour')
    expect([status, Object.keys(body.fields)]).toEqual([400, ['sortColumn']])
  })
})

describe('a page', () => {
  it('has its part of the whole, and totals of the whole', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => accounts({ page, pageSize: 2 })))
    expect(pages.flatMap(namesOf)).toEqual(names)
    expect(pages.map(({ itemCount }) => itemCount)).toEqual([2, 1, 0])
    for (const page of pages)
      expect(page).toMatchObject({ pageSize: 2, totalItemCount: 3, totalEntityCount: 5 })
  })

  it.each([
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['pageSize=5001', 'pageSize'],
    ['pageSize=0', 'pageSize'],
    ['sortDirection=UP', 'sortDirection'],
    ['pipelineType=3', 'pipelineType'],
    ['format=table', 'format'],
    ['ids=1,x', 'ids.1'],
  ])('is refused with %s', async (query, named) => {
    const { status, body } = await admin.get(`core/accounts?${query}`)
    expect([status, Object.keys(body.fields)]).toEqual([400, [named]])
  })

  it('has each record as it is when it is read on its own', async () => {
    const { data } = await accounts()
    const alone = await Promise.all(
      data.map(({ accountId }: { accountId: number }) => read(admin, 'accounts', accountId)),
    )
    expect(data).toEqual(alone)
    expect(Object.keys(data[0].customFields)).toHaveLength(customDataTypes.length)
    expect(data[0].globalFields.owners).toEqual([{ id: expect.any(Number), name: expect.any(String) }])
  })

  it('sends only the custom fields that are asked for', async () => {
    const { data } = await accounts({ columns: 'f_string,f_currency,unknown' })
    expect(data[0].customFields).toEqual({
      f_string: 'apple',
      f_currency: { currencyDefinitionId: expect.any(Number), value: 9 },
    })
    expect((await accounts({ columns: '' })).data[0].customFields).toEqual({})
  })
})

const byStage = (rows: { lifecycleStageId: number; totalItemCount: number }[]) =>
  Object.fromEntries(rows.map((row) => [row.lifecycleStageId, row.totalItemCount]))

describe('totals', () => {
  it('stand by stage and in the stat bar, and are those of the filter', async () => {
    const [first, second] = stages.map((stage) => stage.lifecycleStageId) as [number, number]
    const all = await accounts()
    expect(byStage(all.lifecycleGroupTotalItemCounts)).toEqual({
      [first]: 1,
      [second]: 2,
    })
    expect(all.statbarData.slice(0, 3)).toMatchObject([
      { key: 'total', value: 3 },
      { key: `stage:${first}`, label: 'Onboarding', value: 1 },
      { key: `stage:${second}`, label: 'Adoption', value: 2 },
    ])
    const found = await accounts({ query: 'second' })
    expect([found.totalItemCount, found.statbarData[0].value, found.totalEntityCount]).toEqual([1, 1, 5])
  })

  it('count pipelines of one type', async () => {
    const account = await create(admin, 'accounts', {
      name: 'zz',
      f_mandatoryNumber: 1,
      f_mandatoryDate: '2025-01-01',
    })
    await create(admin, 'pipelines', { name: 'Deal', account })
    const risk = await create(admin, 'pipelines', { name: 'Risk', account, pipelineType: 2 })
    await edit(admin, 'pipelines', risk, { pipelineStatus: 5 })
    const risks = await list(admin, 'pipelines', { pipelineType: 2 })
    expect([namesOf(risks), risks.totalItemCount, risks.totalEntityCount]).toEqual([['Risk'], 1, 2])
    const filter = { field: 'system:pipelineStatus', operator: 'isSetTo', value: 1 }
    expect(await list(admin, 'pipelines', { filter })).toMatchObject({ totalItemCount: 1, itemCount: 1 })
    good(await admin.put(`core/accounts/${account}/archive`))
  })
})
