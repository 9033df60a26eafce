import { memo, useEffect, useRef, useState } from 'react'
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { RecordPicture } from '../../../entities/logo/index.ts'
import { recordId, RecordStateChips } from '../../../entities/record/index.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { churnText } from '../../../entities/churn/index.ts'
import { type ValueLookups, valueOf, ValueView } from '../../../entities/value/index.ts'
import { HealthBadge, healthOf } from '../../../entities/health/index.ts'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { cardData } from '../drag-data.ts'
import type { CardFields } from './card-fields.ts'

/** Pixels of a card, and between two. */
export const cardHeight = 90
export const cardGap = 8

type BoardCardProps = {
  level: Level
  record: RecordBody
  fields: CardFields
  lookups: ValueLookups
  /** Whether Tab stops here. */
  stop: boolean
  movable: boolean
}

/** One record on a board; its link has the focus and the keys. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { level, record, fields, lookups, stop, movable } = props
  const place = useRef<HTMLDivElement>(null)
  const [isDragged, setDragged] = useState(false)
  const id = recordId(level, record)

  useEffect(() => {
    const element = place.current
    if (!element || !movable) return undefined
    return draggable({
      element,
      getInitialData: () => cardData(id),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id, movable])

  const { name, entityArchived, churned, owners } = record.globalFields
  return (
    <div
      ref={place}
      data-card={id}
      className={cx(
        'flex flex-col gap-1 rounded-card border border-line bg-surface px-3 py-2 shadow-control hover:border-edge',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent-text',
        isDragged && 'opacity-40',
      )}
      style={{ height: cardHeight }}
    >
      <span className="flex h-5 min-w-0 items-center gap-2">
        {level.id !== 4 && <RecordPicture level={level} record={record} size={20} />}
        <a
          href={paths.record(level.plural, id)}
          tabIndex={stop ? 0 : -1}
          draggable={false}
          aria-describedby="board-keys"
          className="truncate font-medium outline-none hover:underline hover:underline-offset-2"
        >
          {name}
        </a>
        {(churned || entityArchived) && (
          <span className="ml-auto shrink-0">
            <RecordStateChips
              archived={entityArchived}
              churned={churned}
              churn={churnText(record.globalFields, fields.churnReason)}
            />
          </span>
        )}
      </span>
      <span className="flex h-5 min-w-0 gap-2 text-label leading-5 text-2">
        <span className="min-w-0 flex-1 truncate">{detailOf(record)}</span>
        <Shown field={fields.day} record={record} lookups={lookups} className="shrink-0" />
      </span>
      <span className="mt-auto flex h-6 min-w-0 items-center gap-2.5 text-label">
        {fields.health && (
          <span {...healthOf(level, id)} className="inline-flex">
            <HealthBadge score={record.globalFields.health} status={record.globalFields.healthStatus} />
          </span>
        )}
        <Shown field={fields.value} record={record} lookups={lookups} className="font-semibold" />
        {owners[0] && (
          <span
            role="img"
            aria-label={`Owner ${owners[0].name}`}
            data-tooltip={owners.map((owner) => owner.name).join(', ')}
            className="ml-auto flex shrink-0"
          >
            <Avatar name={owners[0].name} size={20} />
          </span>
        )}
      </span>
    </div>
  )
})

/** What tells two records of one name apart: what they hang under, else an address or an id. */
function detailOf({ globalFields }: RecordBody): string {
  const { account, organization, email, externalId, about } = globalFields
  const parents = [organization?.name, account?.name].filter(Boolean).join(' › ')
  return parents || email || about || externalId || ''
}

type ShownProps = {
  field: LevelField | undefined
  record: RecordBody
  lookups: ValueLookups
  className: string
}

function Shown({ field, record, lookups, className }: ShownProps) {
  const value = field && valueOf(record, field)
  if (!field || value === null || value === undefined) return null
  return (
    <span data-tooltip={field.displayName} className={cx('tabular truncate', className)}>
      <ValueView field={field} value={value} lookups={lookups} />
    </span>
  )
}
