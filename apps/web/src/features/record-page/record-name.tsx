import { useRef, useState } from 'react'
import { LazyEditor } from '../../entities/value/index.ts'
import { drawNow } from '../../ui/draw-now.ts'
import { FieldProblemNote } from './fields/field-problem.tsx'
import { useRecordScreen } from '../../entities/record-screen/index.ts'

/** The name as the page's heading; those who may edit change it where it stands. */
export function RecordName() {
  const { level, id, record, fields, lookups, mayEdit, saving } = useRecordScreen()
  const [editing, setEditing] = useState<{ version: number } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const field = fields.find(({ name, custom }) => name === 'name' && !custom)
  const { name } = record.globalFields
  const problem = saving.problems['name']
  const nameClass = 'truncate text-name font-semibold'

  if (!field || !mayEdit || !field.editable) {
    return (
      <h1 tabIndex={-1} className={`${nameClass} outline-none`}>
        {name}
      </h1>
    )
  }
  return (
    <>
      <div className="relative -ml-2.25 flex min-h-8 max-w-2xl">
        <h1 tabIndex={-1} className="flex min-w-0 outline-none">
          <button
            ref={button}
            type="button"
            data-tooltip="Click to rename"
            onClick={() => setEditing({ version: record.version })}
            onKeyDown={(event) => event.key === 'F2' && setEditing({ version: record.version })}
            className={`${nameClass} cursor-text rounded-control border border-transparent px-2 hover:border-line hover:bg-hover`}
          >
            {name}
          </button>
        </h1>
        {editing && (
          <LazyEditor
            field={field}
            value={name}
            lookups={lookups}
            draftOf={`${level.name}.${id}`}
            onSave={(value) => saving.save(field, value, editing.version)}
            onClose={(move) => {
              drawNow(() => setEditing(null))
              if (move !== 'stay') button.current?.focus()
            }}
          />
        )}
      </div>
      {problem && <FieldProblemNote field={field} problem={problem} />}
    </>
  )
}
