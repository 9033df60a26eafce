import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { patchRecord, putRecord, recordChildrenKey } from './record-cache.ts'
import { recordListsKey, recordQuery } from './records.ts'

const account = levelOf('account')
const record = (id: number, name: string, version = 1) =>
  ({ accountId: id, level: 2, version, globalFields: { name }, customFields: {} }) as unknown as RecordBody
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
