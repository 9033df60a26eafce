import { expect, test } from 'vitest'
import type { FileGroup } from '@steward/contracts/record-file'
import { entriesIn, foundIn } from './file-entries.rules.ts'

function group(groupId: number, names: string[], more: Partial<FileGroup> = {}): FileGroup {
  const files = names.map((name, at) => ({
    fileId: groupId * 10 + at,
    uid: '',
    fileMetaDataId: groupId * 10 + at,
    name,
    mediaType: 'text/plain',
    size: 1,
    pinStatus: false,
  }))
  return {
    groupId,
    itemId: groupId,
    kind: 'file',
    title: names.join(),
    comment: null,
    text: '',
    bookmarkStatus: false,
    pinStatus: false,
    record: { level: 2, id: 1, name: 'Berlin' },
    inherited: false,
    linkedEntities: { organizations: [], accounts: [], contacts: [], pipelines: [] },
    createdBy: { id: 1, name: 'Ada Löw', imageId: null },
    createdAt: '2026-01-01T00:00:00Z',
    occurredAt: '2026-01-01T00:00:00Z',
    mayEdit: true,
    version: 1,
    files,
    ...more,
  }
}

const pinned = group(2, ['b.txt'], { pinStatus: true })
const pages = [
  { data: [group(3, ['c.txt', 'd.txt']), pinned], first: [pinned], nextCursor: 'x' },
  { data: [group(1, ['a.txt'], { text: 'Signed by both' })], first: [], nextCursor: null },
]
const names = (entries: ReturnType<typeof entriesIn>) => entries.map(({ file }) => file.name)

test('pinned files come first, and each once', () => {
  expect(names(entriesIn(pages))).toEqual(['b.txt', 'c.txt', 'd.txt', 'a.txt'])
  expect(new Set(entriesIn(pages).map(({ key }) => key)).size).toBe(4)
})

test('a pin that was taken off a moment ago lets the file go back to its place', () => {
  const loose = { ...pinned, pinStatus: false }
  const [first, last] = pages as [(typeof pages)[0], (typeof pages)[0]]
  const after = [{ ...first, data: [first.data[0] as FileGroup, loose], first: [loose] }, last]
  expect(names(entriesIn(after))).toEqual(['c.txt', 'd.txt', 'b.txt', 'a.txt'])
})

test('a search asks for all words, in names, comments and givers, without accents', () => {
  const entries = entriesIn(pages)
  expect(names(foundIn(entries, ' SIGNED a.t '))).toEqual(['a.txt'])
  expect(foundIn(entries, 'low')).toHaveLength(4)
  expect(foundIn(entries, 'low nobody')).toHaveLength(0)
})
