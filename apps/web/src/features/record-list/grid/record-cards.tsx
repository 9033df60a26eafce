import { useEffect, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../../../entities/field/index.ts'
import { recordId, RecordStateChips } from '../../../entities/record/index.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { type ValueLookups, valueOf, ValueView } from '../../../entities/value/index.ts'
import { churnReasonField, churnText } from '../../../entities/churn/index.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { RecordPicture } from '../../../entities/logo/index.ts'
import { cardFields, saysItself } from './card-fields.rules.ts'

type RecordCardsProps = {
  level: Level
  fields: readonly LevelField[]
  /** The columns of the view, in their order. */
  columns: readonly LevelField[]
  /** Whether all of them are the reader's, so that no card has to say so. */
  mine: boolean
  lookups: ValueLookups
  count: number
  rowAt: (index: number) => RecordBody | undefined
  stale: boolean
  viewKey: string
  onRange: (first: number, last: number) => void
}

/** Pixels: the name and two lines of values. */
const cardHeight = 104

/** The list on narrow screens: one card a record, to read and to open. */
export function RecordCards(props: RecordCardsProps) {
  const { level, count, rowAt, stale, viewKey, onRange } = props
  const scroller = useRef<HTMLDivElement>(null)
  const cards = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    overscan: 4,
  })
  const items = cards.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [onRange, first, last])
  const shownView = useRef(viewKey)
  useEffect(() => {
    if (shownView.current === viewKey) return
    shownView.current = viewKey
    scroller.current?.scrollTo({ top: 0 })
  }, [viewKey])

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul
        aria-label={`${level.label}s`}
        aria-busy={stale || undefined}
        className={cx('relative', stale && 'opacity-55')}
        style={{ height: cards.getTotalSize() }}
      >
        {items.map(({ index, start }) => (
          <li
            key={index}
            className="absolute inset-x-0 top-0 border-b border-line"
            style={{ height: cardHeight, transform: `translateY(${start}px)` }}
          >
            <Card {...props} record={rowAt(index)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type CardProps = Pick<RecordCardsProps, 'level' | 'fields' | 'columns' | 'mine' | 'lookups'> & {
  record: RecordBody | undefined
}

function Card({ record, level, fields, columns, mine, lookups }: CardProps) {
  if (!record) {
    return (
      <div className="flex h-full flex-col justify-center gap-3 px-4">
        <span className="h-3 w-40 rounded-chip bg-none-soft" />
        <span className="h-3 w-64 rounded-chip bg-none-soft" />
      </div>
    )
  }
  const { name, entityArchived, churned } = record.globalFields
  return (
    <AppLink
      to={paths.record(level.plural, recordId(level, record))}
      className="flex h-full flex-col justify-center gap-1.5 px-4 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex min-w-0 items-center gap-2">
        <RecordPicture level={level} record={record} size={24} />
        <span className="truncate text-title font-medium">{name}</span>
        <RecordStateChips
          archived={entityArchived}
          churned={churned}
          churn={churnText(record.globalFields, churnReasonField(fields))}
        />
      </span>
      <span className="flex max-h-11.5 min-w-0 flex-wrap gap-x-3 gap-y-0.5 overflow-hidden pl-8">
        {cardFields(record, columns, mine).map((field) => (
          <span key={field.name} className="flex h-5.5 max-w-full min-w-0 items-center gap-1">
            {!saysItself(field) && <span className="shrink-0 text-label text-3">{field.displayName}</span>}
            <ValueView
              field={field}
              value={valueOf(record, field)}
              lookups={lookups}
              status={record.globalFields.healthStatus}
            />
          </span>
        ))}
      </span>
    </AppLink>
  )
}
