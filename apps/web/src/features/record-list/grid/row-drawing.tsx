import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../../../entities/field/index.ts'
import { recordId, recordMark, RecordStateChips } from '../../../entities/record/index.ts'
import { churnReasonField, churnText } from '../../../entities/churn/index.ts'
import type { RowDrawing } from '../../../components/data-table/table-row.tsx'
import { LazyEditor, type ValueLookups, valueOf, ValueView } from '../../../entities/value/index.ts'
import { paths } from '../../../paths.ts'
import type { RecordEdits } from '../acts/use-record-edits.ts'
import { RecordPicture } from '../../../entities/logo/index.ts'

type DrawingOptions = {
  level: Level
  fields: ReadonlyMap<string, LevelField>
  lookups: ValueLookups
  save: RecordEdits['save']
}

type NameCellProps = { record: RecordBody; level: Level; reasons: LevelField | undefined }

function NameCell({ record, level, reasons }: NameCellProps) {
  const { name, churned, entityArchived } = record.globalFields
  return (
    <>
      <a
        href={paths.record(level.plural, recordId(level, record))}
        tabIndex={-1}
        draggable={false}
        className="group flex min-w-0 items-center gap-2 font-medium"
      >
        <RecordPicture level={level} record={record} size={20} />
        <span className="truncate group-hover:underline group-hover:underline-offset-2">{name}</span>
      </a>
      <button
        type="button"
        data-row-menu=""
        tabIndex={-1}
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        className="dt-menu"
      />
      {(churned || entityArchived) && (
        <span className="ml-2 shrink-0">
          <RecordStateChips
            archived={entityArchived}
            churned={churned}
            churn={churnText(record.globalFields, reasons)}
          />
        </span>
      )}
    </>
  )
}

/** How the rows of a list look and are edited. */
export function drawRecords({ level, fields, lookups, save }: DrawingOptions): RowDrawing<RecordBody> {
  const reasons = churnReasonField(fields.values())
  return {
    name: (record) => record.globalFields.name,
    mark: (record) => recordMark(level.id, recordId(level, record)),
    cell(record, columnId) {
      if (columnId === 'name') return <NameCell record={record} level={level} reasons={reasons} />
      const field = fields.get(columnId)
      return (
        field && (
          <ValueView
            field={field}
            value={valueOf(record, field)}
            lookups={lookups}
            status={record.globalFields.healthStatus}
          />
        )
      )
    },
    editor(record, columnId, typed, close) {
      const field = fields.get(columnId)
      if (!field) return null
      return (
        <LazyEditor
          field={field}
          value={valueOf(record, field)}
          lookups={lookups}
          typed={typed}
          draftOf={`${level.name}.${recordId(level, record)}`}
          onSave={(value) => save(record, field, value)}
          onClose={close}
        />
      )
    },
  }
}
