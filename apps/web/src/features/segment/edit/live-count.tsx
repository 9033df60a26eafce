import type { Level } from '@steward/contracts/level'
import { cx } from '../../../ui/cx.ts'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { LiveMatch } from './use-rule-match.ts'

function countText(level: Level, count: number): string {
  return count === 1 ? `1 ${level.name} matches` : `${numberText(count)} ${level.plural} match`
}

/** How many records the rule matches, at the left of the footer. */
export function LiveCount({ level, match }: { level: Level; match: LiveMatch }) {
  const { count, stale, error } = match
  return (
    <p
      role="status"
      className={cx('tabular mr-auto min-w-0', error ? 'text-label text-poor' : 'font-medium')}
    >
      {error}
      {!error && count === undefined && <Skeleton className="h-4 w-32" />}
      {!error && count !== undefined && (
        <span className={stale ? 'text-3' : undefined}>{countText(level, count)}</span>
      )}
    </p>
  )
}
