import { useQuery } from '@tanstack/react-query'
import type { SystemField } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { cx } from '../../../ui/cx.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast.tsx'
import { TableSkeleton } from '../../../components/settings/table-skeleton.tsx'
import { systemFieldsQuery, useUpdateSystemField } from '../field-admin.calls.ts'
import { TabIntro } from '../tab-intro.tsx'
import { TypeText } from '../type-icon.tsx'

/** Fields that only Steward fills: health, the internal id and the two ratings. */
const filledBySteward: ReadonlySet<number> = new Set([-1, -8, -9, -10])

const columns = 'md:grid-cols-[minmax(0,1.4fr)_minmax(0,1.6fr)_minmax(0,1.3fr)_6rem_6rem]'

/** The fields that every company has, and what may be decided about them. */
export function SystemFields({ level }: { level: Level }) {
  const { data: fields, error, refetch } = useQuery(systemFieldsQuery(level))
  if (error && !fields) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!fields) return <TableSkeleton label="Loading the system fields" />
  return (
    <>
      <div className="border-b border-line px-4 py-4">
        <TabIntro title="Fields that every company has">
          Decide which must be filled in and which people may change. A field that several levels share has
          the same setting on all of them.
        </TabIntro>
      </div>
      <div role="table" aria-label={`System fields of ${level.plural}`}>
        <div role="rowgroup" className="sticky top-0 z-1 hidden bg-surface md:block">
          <div
            role="row"
            className={cx(
              'grid h-8 items-center gap-x-4 border-b border-line px-4 text-label font-medium text-2',
              columns,
            )}
          >
            {['Name', 'API name', 'Type', 'Required', 'Editable'].map((header) => (
              <span key={header} role="columnheader">
                {header}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {fields.map((field) => (
            <Row key={field.id} field={field} />
          ))}
        </div>
      </div>
    </>
  )
}

function Row({ field }: { field: SystemField }) {
  const edit = useUpdateSystemField()
  const isFixed = filledBySteward.has(field.id)

  async function put(change: { required?: boolean; isEditable?: boolean }) {
    try {
      await edit.mutateAsync({ id: field.id, change })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `system-field-${field.id}` })
    }
  }

  return (
    <div
      role="row"
      className={cx(
        'grid min-h-11 grid-cols-2 items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-2 hover:bg-hover',
        columns,
      )}
    >
      <div role="cell" className="min-w-0 max-md:col-span-2">
        <span className="font-medium">{field.label}</span>
        {isFixed && <p className="text-label text-3">Filled by Steward</p>}
      </div>
      <div role="cell" className="min-w-0">
        <code className="block truncate font-mono text-label text-2">{field.name}</code>
      </div>
      <div role="cell" className="min-w-0 text-2 max-md:text-label">
        <TypeText type={field.dataType} />
      </div>
      <Setting
        field={field}
        word="required"
        on={field.required}
        fixed={isFixed}
        onChange={(required) => put({ required })}
      />
      <Setting
        field={field}
        word="editable"
        on={field.isEditable}
        fixed={isFixed}
        onChange={(isEditable) => put({ isEditable })}
      />
    </div>
  )
}

type SettingProps = {
  field: SystemField
  word: 'required' | 'editable'
  on: boolean
  fixed: boolean
  onChange: (on: boolean) => Promise<void>
}

function Setting({ field, word, on, fixed, onChange }: SettingProps) {
  const title = word === 'required' ? 'Required' : 'Editable'
  return (
    <div role="cell" className="flex items-center gap-2">
      <Switch
        hideLabel
        label={`${field.label} is ${word}`}
        checked={on}
        disabled={fixed}
        onCheckedChange={onChange}
      />
      <span className="text-label text-2 md:hidden" aria-hidden>
        {title}
      </span>
    </div>
  )
}
