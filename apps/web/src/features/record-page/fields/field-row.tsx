import { memo, type KeyboardEvent, type ReactNode } from 'react'
import { IconHistory, IconLock, IconPencil } from '@tabler/icons-react'
import { levelOf } from '@steward/contracts/level'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { LongText } from '../../../entities/rich-text/index.ts'
import type { EditMove } from '../../../components/edit-move.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { editLabels, LazyEditor, type ValueLookups, ValueView } from '../../../entities/value/index.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'

type FieldRowProps = {
  field: LevelField
  value: FieldValue | null
  lookups: ValueLookups
  /** Why it cannot be edited; an empty text where there is nothing to explain. */
  readOnly: string | undefined
  editing: boolean
  /** Names the record, whose drafts of long texts are kept. */
  draftOf: string
  /** What to start the editor with instead of the value: text that could not be saved. */
  typed?: string
  onOpen: (field: LevelField) => void
  onSave: (field: LevelField, value: FieldValue | null) => void
  onClose: (field: LevelField, move: EditMove) => void
  onHistory: (field: LevelField) => void
  /** What is under the value, when it could not be saved. */
  note?: ReactNode
}

const sideButton =
  'flex size-6 shrink-0 items-center justify-center rounded-chip text-3 hover:bg-hover hover:text-1 pointer-coarse:opacity-100'
const linkClass =
  'inline-flex min-h-6 min-w-0 items-center rounded-chip text-accent-text hover:underline [&>*]:truncate'
const recordLevels = ['organization', 'account', 'contact'] as const

/** A value that leads somewhere; editing it has a button of its own beside it. */
function linkOf({ field, value, lookups }: FieldRowProps) {
  const refers = recordLevels.find((name) => name === field.dataType)
  if (refers && typeof value === 'number') {
    return (
      <AppLink to={paths.record(levelOf(refers).plural, value)} className={linkClass}>
        <span>{lookups.recordName(value)}</span>
      </AppLink>
    )
  }
  if (field.dataType === 'email' && typeof value === 'string') {
    return (
      <a href={`mailto:${value}`} className={linkClass}>
        <span>{value}</span>
      </a>
    )
  }
  return undefined
}

/** Over the end of the value, which has the room while no one points at it. */
const overValue = 'absolute top-1 right-6 bg-surface! pointer-coarse:static'

const shownBeside = 'opacity-0 group-hover/field:opacity-100 focus-visible:opacity-100'

/** The value, over the area that opens its editor; a link has a button for that beside it. */
function ValueCell(props: FieldRowProps) {
  const { field, value, lookups, readOnly, onOpen } = props
  const { record } = useRecordScreen()
  const link = linkOf(props)
  const opener = {
    'data-field': field.name,
    ...editLabels('Edit', field, value, lookups),
    onClick: () => onOpen(field),
    onKeyDown: (event: KeyboardEvent) => event.key === 'F2' && onOpen(field),
  }
  if (link) {
    return (
      <>
        {link}
        {readOnly === undefined && (
          <button type="button" {...opener} className={cx(sideButton, shownBeside, overValue)}>
            <IconPencil size={14} aria-hidden />
          </button>
        )}
      </>
    )
  }
  return (
    <>
      {readOnly === undefined && (
        <button
          type="button"
          {...opener}
          className="absolute inset-0 cursor-text rounded-control border border-transparent hover:border-line hover:bg-hover"
        />
      )}
      <div className="pointer-events-none relative flex min-w-0 items-center py-1.5 [&_a]:pointer-events-auto">
        {isLongText(props) ? (
          <LongText text={String(value)} />
        ) : (
          <ValueView
            field={field}
            value={value}
            lookups={lookups}
            status={record.globalFields.healthStatus}
          />
        )}
      </div>
    </>
  )
}

function isLongText({ field, value }: Pick<FieldRowProps, 'field' | 'value'>): boolean {
  return field.dataType === 'longText' && value !== null
}

/** A field's name, its value, and the ways to change it and to see what it was before. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, value, lookups, readOnly, editing, draftOf, typed, onSave, onClose, onHistory, note } = props
  const isLong = isLongText(props)
  return (
    <div
      className={cx(
        'group/field relative flex min-w-0 items-start gap-2 text-body',
        isLong ? 'flex-col gap-0 print:col-span-2' : 'min-h-8',
      )}
    >
      <dt
        className={cx(
          'shrink-0 text-2',
          isLong ? 'w-full pt-1.5' : 'w-28 py-1.5 wrap-anywhere max-lg:sm:w-40',
        )}
      >
        <span data-tooltip={field.description || undefined}>{field.displayName}</span>
      </dt>
      <dd className={cx('min-w-0', isLong ? '-ml-2 w-[calc(100%+0.5rem)]' : 'flex-1')}>
        <div className="flex items-start">
          <div className="relative flex min-h-8 min-w-0 flex-1 items-center gap-1 px-2 [&>input]:rounded-control [&>input]:text-left">
            <ValueCell {...props} />
            {readOnly && (
              <span
                data-tooltip={readOnly}
                className={cx(
                  'flex size-6 shrink-0 items-center justify-center text-3 opacity-0 group-hover/field:opacity-100 pointer-coarse:opacity-100',
                  overValue,
                )}
              >
                <IconLock size={14} aria-hidden />
                <span className="hidden-text">{readOnly}</span>
              </span>
            )}
            {editing && (
              <LazyEditor
                field={field}
                value={value}
                lookups={lookups}
                typed={typed}
                draftOf={draftOf}
                onSave={(next) => onSave(field, next)}
                onClose={(move) => onClose(field, move)}
              />
            )}
          </div>
          <button
            type="button"
            aria-label={`History of ${field.displayName}`}
            data-tooltip="History of this field"
            data-print="off"
            onClick={() => onHistory(field)}
            className={cx(
              sideButton,
              shownBeside,
              'absolute top-1 right-0 bg-surface! pointer-coarse:static pointer-coarse:mt-1',
            )}
          >
            <IconHistory size={14} aria-hidden />
          </button>
        </div>
        {note}
      </dd>
    </div>
  )
})
