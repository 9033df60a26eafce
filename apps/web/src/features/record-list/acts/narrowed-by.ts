import type { RecordView } from '../../../entities/record/index.ts'

/** Whether a list shows records by the values of some fields, so that they may leave it when these change. */
export function isNarrowedBy(
  { filter, query, myEntitiesOnly }: Pick<RecordView, 'filter' | 'query' | 'myEntitiesOnly'>,
  names: readonly string[],
): boolean {
  const rule = JSON.stringify(filter).toLowerCase()
  const asks = (name: string) => rule.includes(name.replace(/^system:/, '').toLowerCase())
  return query !== '' || (myEntitiesOnly && names.some((name) => /owner/i.test(name))) || names.some(asks)
}
