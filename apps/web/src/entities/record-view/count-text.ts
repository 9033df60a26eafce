import type { Level } from '@steward/contracts/level'
import { numberText } from '../../ui/reader.ts'

/** How many are shown: of all, where something narrows the view. */
export function countText(
  { totalItemCount, totalEntityCount }: { totalItemCount: number; totalEntityCount: number },
  level: Level,
): string {
  const all = `${numberText(totalEntityCount)} ${totalEntityCount === 1 ? level.name : level.plural}`
  return totalItemCount === totalEntityCount ? all : `${numberText(totalItemCount)} of ${all}`
}
