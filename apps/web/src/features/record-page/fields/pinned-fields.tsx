import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { FieldValue } from '@steward/contracts/value'
import { fieldPinsQuery, type LevelField } from '../../../entities/field/index.ts'
import { editLabels, LazyEditor, valueOf, ValueView } from '../../../entities/value/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { FieldProblemNote } from './field-problem.tsx'
import { untilText } from './until-text.rules.ts'
import { readOnlyReason } from './read-only-reason.ts'

const none: never[] = []

/** The fields that the company pinned to the head of its records, in their order. */
export function usePinnedFields(): readonly LevelField[] {
  const { level, fields } = useRecordScreen()
  const { data: pins } = useQuery(fieldPinsQuery(level))
  return useMemo(
    () =>
      pins?.flatMap(({ name }) => fields.find((field) => field.custom && field.name === name) ?? []) ?? none,
    [pins, fields],
  )
}

/** The fields that the company pinned to the head of its records; edited where they stand. */
export function PinnedFields() {
  const pinned = usePinnedFields()
  if (pinned.length === 0) return null
  return (
    <dl aria-label="Pinned fields" className="grid shrink-0 grid-cols-2 gap-x-4 gap-y-1">
      {pinned.map((field) => (
        <PinnedField key={field.name} field={field} />
      ))}
    </dl>
  )
}

function PinnedField({ field }: { field: LevelField }) {
  const { level, id, record, lookups, mayEdit, saving } = useRecordScreen()
  // The version that the editor began with; null while it is closed.
  const [editing, setEditing] = useState<number | null>(null)
  const [isTouched, setTouched] = useState(false)
  const value = valueOf(record, field)
  const problem = isTouched ? saving.problems[field.name] : undefined
  const isEditable = mayEdit && readOnlyReason(level, record, field) === undefined

  function save(next: FieldValue | null) {
    setTouched(true)
    saving.save(field, next, editing ?? record.version)
  }

  return (
    <div className="flex min-w-0 flex-col">
      <dt className="truncate text-label text-2">{field.displayName}</dt>
      <dd className="-ml-2 min-w-0">
        <div className="relative flex min-h-8 min-w-0 items-start px-2 py-1.5 font-medium [&>input]:rounded-control [&>input]:text-left">
          {isEditable && (
            <button
              type="button"
              {...editLabels('Edit pinned', field, value, lookups)}
              onClick={() => setEditing(record.version)}
              className="absolute inset-0 cursor-text rounded-control border border-transparent hover:border-line hover:bg-hover"
            />
          )}
          <span className="pointer-events-none relative flex min-w-0 flex-wrap items-center gap-x-2">
            <ValueView
              field={field}
              value={value}
              lookups={lookups}
              status={record.globalFields.healthStatus}
            />
            {field.name === starterFieldNames.renewalDate && typeof value === 'string' && (
              <span className="shrink-0 text-label font-normal text-2">{untilText(value)}</span>
            )}
          </span>
          {editing !== null && (
            <LazyEditor
              field={field}
              value={value}
              lookups={lookups}
              draftOf={`${level.name}.${id}`}
              onSave={save}
              onClose={() => setEditing(null)}
            />
          )}
        </div>
        {problem && <FieldProblemNote field={field} problem={problem} />}
      </dd>
    </div>
  )
}
