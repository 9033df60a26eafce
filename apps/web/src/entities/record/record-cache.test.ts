import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { patchRecord, patchRecords, putRecord, recordChildrenKey } from './record-cache.ts'
import { boardsKey, readRecords, recordListsKey, recordQuery } from './record.calls.ts'

vi.mock('./record.calls.ts', async (original) => ({
  ...(await original<typeof import('./record.calls.ts')>()),
  readRecords: vi.fn(),
}))

const account = levelOf('account')
const record = (id: number, name: string, version = 1) =>
  ({
    accountId: id,
    level: 2,
    version,
    globalFields: { name, owners: [] },
    customFields: {},
  }) as unknown as RecordBody
const list = (...data: RecordBody[]) => ({ data }) as RecordList
const nameOf = (held: RecordBody | undefined) => held?.globalFields.name

function filledClient() {
  const client = new QueryClient()
  client.setQueryData(recordQuery(account, 1).queryKey, record(1, 'Old'))
  client.setQueryData([...recordListsKey(account), 'a view', 1], list(record(2, 'Other'), record(1, 'Old')))
  client.setQueryData([...recordListsKey(account), 'a view', 2], list(record(3, 'Third')))
  client.setQueryData([...recordChildrenKey(account), 'organization', 9], {
    pages: [list(record(1, 'Old'))],
    pageParams: [1],
  })
  return client
}

it('changes a record on its page, in every window and below its parent', () => {
  const client = filledClient()
  const untouched = client.getQueryData([...recordListsKey(account), 'a view', 2])
  patchRecord(client, account, 1, (held) => ({
    ...held,
    globalFields: { ...held.globalFields, name: 'New' },
  }))
  const window = client.getQueryData<RecordList>([...recordListsKey(account), 'a view', 1])
  const children = client.getQueryData<{ pages: RecordList[] }>([
    ...recordChildrenKey(account),
    'organization',
    9,
  ])
  expect(nameOf(client.getQueryData(recordQuery(account, 1).queryKey))).toBe('New')
  expect(window?.data.map(nameOf)).toEqual(['Other', 'New'])
  expect(children?.pages[0]?.data.map(nameOf)).toEqual(['New'])
  expect(client.getQueryData([...recordListsKey(account), 'a view', 2])).toBe(untouched)
})

it('leaves lists as old as they were read, and to be read anew where they were to be', () => {
  const client = filledClient()
  const [changed, other] = [1, 2].map((page) => [...recordListsKey(account), 'a view', page])
  const children = [...recordChildrenKey(account), 'organization', 9]
  for (const key of [changed!, other!, children]) {
    client.setQueryData(key, (held: unknown) => held, { updatedAt: 1000 })
  }
  const stateOf = (key: readonly unknown[]) => {
    const { isInvalidated, dataUpdatedAt, dataUpdateCount } = client.getQueryState(key)!
    return { isInvalidated, dataUpdatedAt, writes: dataUpdateCount }
  }
  const before = stateOf(other!)
  patchRecord(client, account, 1, (held) => ({ ...held, version: 2 }))
  expect(stateOf(changed!)).toMatchObject({ isInvalidated: false, dataUpdatedAt: 1000 })

  putRecord(client, levelOf('organization'), { ...record(9, 'Parent'), organizationId: 9 })
  for (const version of [3, 4]) patchRecord(client, account, 1, (held) => ({ ...held, version }))
  patchRecords(client, account, new Map([[1, (held) => ({ ...held, version: 5 })]]))
  const marked = { isInvalidated: true, dataUpdatedAt: 1000 }
  expect([changed!, children].map(stateOf)).toMatchObject([marked, marked])
  expect(client.getQueryData<RecordList>(changed!)?.data[1]?.version).toBe(5)
  expect(stateOf(other!)).toEqual({ ...marked, writes: before.writes })
})

it('writes nothing where a change changes nothing', () => {
  const client = filledClient()
  const writes = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdateCount)
  const before = writes()
  patchRecord(client, account, 1, (held) => held)
  patchRecords(client, account, new Map([[1, (held) => held]]))
  expect(writes()).toEqual(before)
})

it('does not let an answer that came late replace a newer one', () => {
  const client = filledClient()
  putRecord(client, account, record(1, 'Third write', 3))
  putRecord(client, account, record(1, 'Second write', 2))
  expect(nameOf(client.getQueryData(recordQuery(account, 1).queryKey))).toBe('Third write')
})

const owned = (version: number, ownerId: number, relatedFields?: Record<string, unknown>) => {
  const held = record(1, 'Mine', version)
  const globalFields = { ...held.globalFields, owners: [{ id: ownerId, name: `User ${ownerId}` }] }
  return { ...held, globalFields, ...(relatedFields && { relatedFields }) }
}

it('keeps the columns of parents and owners, which come with lists only, and reads them where those changed', async () => {
  const client = filledClient()
  const queryKey = [...recordListsKey(account), { columns: ['owner.role', 'organization.arr'] }, 1]
  client.setQueryData(queryKey, list(owned(1, 5, { 'owner.role': 'Manager' })))
  new QueryObserver(client, { queryKey, staleTime: Infinity }).subscribe(() => undefined)
  vi.mocked(readRecords).mockResolvedValue([owned(3, 6, { 'owner.role': 'Viewer' })])
  const related = () => client.getQueryData<RecordList>(queryKey)?.data[0]?.relatedFields

  putRecord(client, account, owned(2, 5), owned(1, 5))
  expect(related()).toEqual({ 'owner.role': 'Manager' })
  expect(readRecords).not.toHaveBeenCalled()
  putRecord(client, account, owned(3, 6), owned(2, 5))
  await vi.waitFor(() => expect(related()).toEqual({ 'owner.role': 'Viewer' }))
})

it('does not let the columns of a former parent come back with an answer that is late', async () => {
  const client = filledClient()
  const queryKey = [...recordListsKey(account), { columns: ['owner.role'] }, 1]
  client.setQueryData(queryKey, list(owned(1, 5, { 'owner.role': 'Manager' })))
  new QueryObserver(client, { queryKey, staleTime: Infinity }).subscribe(() => undefined)
  const [first, second] = [1, 2].map(() => Promise.withResolvers<RecordBody[]>())
  vi.mocked(readRecords).mockReturnValueOnce(first!.promise).mockReturnValueOnce(second!.promise)
  const related = () => client.getQueryData<RecordList>(queryKey)?.data[0]?.relatedFields

  putRecord(client, account, owned(2, 6), owned(1, 5))
  putRecord(client, account, owned(3, 7), owned(2, 6))
  second!.resolve([owned(3, 7, { 'owner.role': 'Viewer' })])
  await vi.waitFor(() => expect(related()).toEqual({ 'owner.role': 'Viewer' }))
  first!.resolve([owned(2, 6, { 'owner.role': 'Manager' })])
  await first!.promise
  await Promise.resolve()
  expect(related()).toEqual({ 'owner.role': 'Viewer' })
})

it('lets boards and the levels below be read anew when they are shown next, but no board that is shown', () => {
  const client = filledClient()
  const [shown, left] = [boardsKey(account), boardsKey(account)].map((key, index) => [...key, index])
  const keys = [shown!, left!, boardsKey(levelOf('contact')), recordListsKey(levelOf('pipeline'))]
  for (const key of keys) client.setQueryData(key, {})
  new QueryObserver(client, { queryKey: shown!, staleTime: Infinity }).subscribe(() => undefined)
  putRecord(client, account, record(1, 'New', 2))
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([false, true, true, true])
})
