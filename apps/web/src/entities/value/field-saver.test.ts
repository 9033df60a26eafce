import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { ApiError } from '../../api/api-error.ts'
import type { LevelField } from '../field/index.ts'
import { recordQuery, updateRecord } from '../record/index.ts'
import { createFieldSaver, type FieldSaverOptions } from './field-saver.ts'

vi.mock('../record/record.calls.ts', async (original) => ({
  ...(await original<typeof import('../record/record.calls.ts')>()),
  updateRecord: vi.fn(),
}))

const account = levelOf('account')
const city = { name: 'city', custom: true, dataType: 'text' } as unknown as LevelField
const plan = { name: 'plan', custom: true, dataType: 'text' } as unknown as LevelField
const record = (version: number, customFields: Record<string, string>) =>
  ({
    accountId: 1,
    level: 2,
    version,
    globalFields: { name: 'Northwind', owners: [] },
    customFields,
  }) as unknown as RecordBody
const { queryKey } = recordQuery(account, 1)

let client: QueryClient
let told: FieldSaverOptions

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(queryKey, record(1, { city: 'Oslo', plan: 'Basic' }))
  told = {
    lookups: {} as FieldSaverOptions['lookups'],
    onSaved: vi.fn(),
    onConflict: vi.fn(),
    onRefused: vi.fn(),
  }
  vi.mocked(updateRecord).mockReset()
})

const held = () => client.getQueryData(queryKey)!

function saverOf() {
  const { follow, save } = createFieldSaver(client, account)
  follow(told)
  return save
}

const settled = (mock: unknown) => vi.waitFor(() => expect(mock).toHaveBeenCalled())

it('sends one change after the other and keeps the later one in sight all along', async () => {
  const seen: unknown[] = []
  vi.mocked(updateRecord).mockImplementation(async (_level, _id, data, version) => {
    seen.push({ data, version, shown: held().customFields })
    return { data: record(version! + 1, { city: 'Rome', plan: 'Basic', ...data }), changeSetId: 7 }
  })
  const save = saverOf()
  save({ record: held(), field: city, value: 'Rome' })
  save({ record: held(), field: plan, value: 'Gold' })
  await vi.waitFor(() => expect(told.onSaved).toHaveBeenCalledTimes(2))
  const shown = { city: 'Rome', plan: 'Gold' }
  expect(seen).toEqual([
    { data: { city: 'Rome' }, version: 1, shown },
    { data: { plan: 'Gold' }, version: 2, shown },
  ])
})

it('puts a refused value back and leaves a later one of the same field', async () => {
  vi.mocked(updateRecord)
    .mockRejectedValueOnce(new Error('no'))
    .mockResolvedValueOnce({ data: record(2, { city: 'Bern' }), changeSetId: 8 })
  const save = saverOf()
  save({ record: held(), field: city, value: 'Rome' })
  expect(held().customFields['city']).toBe('Rome')
  await settled(told.onRefused)
  expect(held().customFields['city']).toBe('Oslo')
  save({ record: held(), field: city, value: 'Bern' })
  await settled(told.onSaved)
  expect(held().customFields['city']).toBe('Bern')
})

it('shows what somebody else wrote, and writes over it only when asked again', async () => {
  const changed = new ApiError({
    status: 409,
    code: 'conflict',
    reason: 'record.changed',
    message: 'Changed.',
  } as never)
  vi.mocked(updateRecord).mockRejectedValueOnce(changed)
  const theirs = record(5, { city: 'Lima', plan: 'Basic' })
  vi.spyOn(client, 'fetchQuery').mockResolvedValue(theirs)
  const save = saverOf()
  save({ record: held(), field: city, value: 'Rome' })
  await settled(told.onConflict)
  expect(held().customFields['city']).toBe('Lima')
  vi.mocked(updateRecord).mockResolvedValue({ data: record(6, { city: 'Rome' }), changeSetId: 9 })
  save({ record: theirs, field: city, value: 'Rome', version: 1 })
  await settled(told.onSaved)
  expect(vi.mocked(updateRecord).mock.lastCall?.[3]).toBe(5)
})
