import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { patchRecord, putRecord, recordChildrenKey } from './record-cache.ts'
import { boardsKey, readRecords, recordListsKey, recordQuery } from './records.ts'

vi.mock('./records.ts', async (original) => ({
  ...(await original<typeof import('./records.ts')>()),
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

it('lets boards and the levels below be read anew when they are shown next, but no board that is shown', () => {
  const client = filledClient()
  const [shown, left] = [boardsKey(account), boardsKey(account)].map((key, index) => [...key, index])
  const keys = [shown!, left!, boardsKey(levelOf('contact')), recordListsKey(levelOf('pipeline'))]
  for (const key of keys) client.setQueryData(key, {})
  new QueryObserver(client, { queryKey: shown!, staleTime: Infinity }).subscribe(() => undefined)
  putRecord(client, account, record(1, 'New', 2))
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([false, true, true, true])
})
