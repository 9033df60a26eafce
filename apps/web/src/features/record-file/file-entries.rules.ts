import type { FileGroup, FileGroupPage } from '@steward/contracts/record-file'

/** One file as it is listed, with what it came in. */
export interface FileEntry {
  file: FileGroup['files'][number]
  group: FileGroup
  /** The same file may hang on several things. */
  key: string
}

const entriesOf = (group: FileGroup): FileEntry[] =>
  group.files.map((file) => ({ file, group, key: `${group.groupId}-${file.fileId}` }))

/** The files of the pages that are there: what is pinned, then the rest, each once. */
export function entriesIn(pages: readonly FileGroupPage[]): FileEntry[] {
  const pinned = (pages[0]?.first ?? []).filter((group) => group.pinStatus)
  const first = new Set(pinned.map((group) => group.groupId))
  const rest = pages.flatMap((page) => page.data).filter((group) => !first.has(group.groupId))
  return [...pinned, ...rest].flatMap(entriesOf)
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The files whose name, comment or giver has all words of a search. */
export function foundIn(entries: readonly FileEntry[], search: string): FileEntry[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  return entries.filter(({ file, group }) => {
    const text = folded(`${file.name} ${group.text} ${group.title} ${group.createdBy?.name ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}
