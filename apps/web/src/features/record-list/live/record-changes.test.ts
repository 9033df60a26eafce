import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { type LevelField, levelFieldsQuery } from '../../../entities/field/index.ts'
import {
  hearChanges,
  readRecords,
  recordChildrenKey,
  recordListsKey,
  recordQuery,
  type RecordView,
} from '../../../entities/record/index.ts'
import { applyChange } from './record-changes.ts'

vi.mock('../../../entities/record/record.calls.ts', async (original) => ({
  ...(await original<typeof import('../../../entities/record/record.calls.ts')>()),
  readRecords: vi.fn(),
}))
vi.mock('../../../entities/record/list/list-figures.ts', () => ({ renewFigures: () => undefined }))

const account = levelOf('account')

const view = (...columns: string[]): RecordView => ({
  filter: { and: [] },
  sort: [{ column: 'tier', direction: 'ASC' }],
  query: '',
  myEntitiesOnly: false,
  columns,
})

const record = (version: number, customFields: RecordBody['customFields']) =>
  ({
    accountId: 1,
    level: 2,
    version,
    globalFields: { name: 'Alder', owners: [] },
    customFields,
  }) as unknown as RecordBody
const list = (...data: RecordBody[]) => ({ data }) as RecordList
const windowKey = (shown: RecordView) => [...recordListsKey(account), shown, 1]

let client: QueryClient
let told: (readonly number[] | null)[]
let stop: () => void

function show(shown: RecordView, held: RecordBody): void {
  const queryKey = windowKey(shown)
  client.setQueryData(queryKey, list(held))
  new QueryObserver(client, { queryKey, staleTime: Infinity }).subscribe(() => undefined)
}

function become(now: RecordBody): Promise<void> {
  vi.mocked(readRecords).mockImplementation((_level, _ids, columns) => {
    const asked = Object.entries(now.customFields).filter(([name]) => columns.includes(name))
    return Promise.resolve([{ ...now, customFields: Object.fromEntries(asked) }])
  })
  return applyChange(client, { level: 2, records: [1], by: null, at: '2026-01-05T10:00:00Z', changeSetId: 5 })
}

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  client = new QueryClient()
  const fields = [
    { name: 'tier', custom: true },
    { name: 'seats', custom: true },
  ] as LevelField[]
  client.setQueryData(levelFieldsQuery(account).queryKey, fields)
  told = []
  stop = hearChanges(({ records }) => told.push(records))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

it('offers nothing where a row stays in its place, whatever else holds its record', async () => {
  const shown = view('tier', 'seats')
  show(shown, record(1, { tier: 1, seats: 5 }))
  client.setQueryData(windowKey(view('seats')), list(record(1, { seats: 5 })))
  client.setQueryData(recordQuery(account, 1).queryKey, record(1, { seats: 5 }))
  client.setQueryData([...recordChildrenKey(account), 'organization', 9], {
    pages: [list(record(1, {}))],
    pageParams: [1],
  })
  await become(record(2, { tier: 1, seats: 6 }))
  expect(told).toEqual([[]])
  for (const one of [shown, view('seats')]) {
    expect(client.getQueryData<RecordList>(windowKey(one))?.data[0]?.customFields['seats']).toBe(6)
  }
})

it('offers to read anew a list that is shown in which a row may have moved', async () => {
  show(view('seats', 'tier'), record(1, { tier: 1, seats: 5 }))
  await become(record(2, { tier: 2, seats: 5 }))
  expect(told).toEqual([[1]])
})

it('renews and compares every list that is shown, each by its own columns', async () => {
  const shown = [{ ...view('seats'), sort: [] }, view('tier')]
  show(shown[0]!, record(1, { seats: 5 }))
  show(shown[1]!, record(1, { tier: 1 }))
  await become(record(2, { tier: 2, seats: 6 }))
  const held = shown.map((one) => client.getQueryData<RecordList>(windowKey(one))?.data[0]?.customFields)
  expect(held).toMatchObject([{ seats: 6 }, { tier: 2 }])
  expect(told).toEqual([[1]])
})
