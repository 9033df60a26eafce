import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { AppLink } from '../../components/app-link.tsx'
import { churnReasonField, churnText } from '../../entities/churn/index.ts'
import type { LevelField } from '../../entities/field/index.ts'
import { healthOf } from '../../entities/health/index.ts'
import { recordId, RecordStateChips, type RecordSort } from '../../entities/record/index.ts'
import { imageAddress } from '../../entities/user/index.ts'
import { isRightAligned, useValueLookups, valueOf, ValueView } from '../../entities/value/index.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'

type ChildTableProps = {
  level: Level
  records: readonly RecordBody[]
  fields: readonly LevelField[]
  columns: readonly LevelField[]
  order: RecordSort
  onOrder: (order: RecordSort) => void
  /** What is shown belongs to the order or search before. */
  stale: boolean
}

/** Records below another one; a header sorts by its column, the other way round where it does already. */
export function ChildTable({ level, records, fields, columns, order, onOrder, stale }: ChildTableProps) {
  const lookups = useValueLookups(level)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
    <div className="overflow-x-auto" role="region" aria-label={`${level.label}s`} tabIndex={0}>
      <table
        aria-busy={stale || undefined}
        className={cx('w-full min-w-160 border-collapse text-body', stale && 'opacity-55')}
      >
        <thead>
          <tr className="border-y border-line text-left text-label text-2">
            <SortHeader name="name" label="Name" order={order} onOrder={onOrder} first />
            {columns.map((field) => (
              <SortHeader
                key={field.name}
                name={field.name}
                label={field.displayName}
                alignEnd={isRightAligned(field)}
                order={order}
                onOrder={onOrder}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => {
            const { name, entityArchived, churned } = record.globalFields
            const id = recordId(level, record)
            return (
              <tr key={id} {...healthOf(level, id)} className="h-9 border-b border-line hover:bg-hover">
                <th scope="row" className="max-w-80 py-1 pr-3 pl-4 text-left font-medium sm:pl-6">
                  <span className="flex min-w-0 items-center gap-2">
                    <Avatar
                      name={name}
                      src={imageAddress(record.globalFields)}
                      size={20}
                      square={level.id !== 3}
                    />
                    <AppLink
                      to={paths.record(level.plural, id)}
                      className="truncate rounded-chip hover:underline"
                    >
                      {name}
                    </AppLink>
                    <RecordStateChips
                      archived={entityArchived}
                      churned={churned}
                      churn={churnText(record.globalFields, churnReasonField(fields))}
                    />
                  </span>
                </th>
                {columns.map((field) => (
                  <td key={field.name} className="max-w-56 px-3 py-1">
                    <span
                      className={cx(
                        'flex min-w-0 items-center',
                        isRightAligned(field) && 'tabular justify-end',
                      )}
                    >
                      <ValueView
                        field={field}
                        value={valueOf(record, field)}
                        lookups={lookups}
                        status={record.globalFields.healthStatus}
                      />
                    </span>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type SortHeaderProps = {
  name: string
  label: string
  order: RecordSort
  onOrder: (order: RecordSort) => void
  alignEnd?: boolean
  first?: boolean
}

function SortHeader({ name, label, order, onOrder, alignEnd, first }: SortHeaderProps) {
  const isSorted = order.column === name
  const isRising = order.direction === 'ASC'
  const Arrow = isRising ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}
      className={cx(
        'py-1 font-medium whitespace-nowrap',
        first ? 'pr-1 pl-2 sm:pl-4' : 'px-1',
        alignEnd && 'text-right',
      )}
    >
      <button
        type="button"
        onClick={() => onOrder({ column: name, direction: isSorted && isRising ? 'DESC' : 'ASC' })}
        className="inline-flex h-7 items-center gap-1 rounded-chip px-2 hover:bg-hover hover:text-1"
      >
        {label}
        {isSorted && <Arrow size={14} className="text-accent-text" aria-hidden />}
      </button>
    </th>
  )
}
