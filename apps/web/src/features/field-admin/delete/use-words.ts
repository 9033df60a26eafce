import type { FieldUsage } from '@steward/contracts/field'

type Use = FieldUsage['uses'][number]

export type UseGroup = { kind: string; count: number; uses: readonly Use[] }

/** The uses of a field by what they are, in the order in which they were notified. */
export function groupUses(uses: readonly Use[]): UseGroup[] {
  return [...Map.groupBy(uses, ({ kind }) => kind)].map(([kind, members]) => ({
    kind: kind.replaceAll('-', ' '),
    count: members.reduce((sum, { count }) => sum + count, 0),
    uses: members,
  }))
}

export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** "3 segments and 1 column set"; empty where nothing uses the field. */
export function usesText(uses: readonly Use[]): string {
  return listText(groupUses(uses).map(({ kind, count }) => countText(count, kind)))
}
