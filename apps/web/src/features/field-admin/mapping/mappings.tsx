import { useId, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconArrowRight } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { SearchField } from '../../../components/search-field.tsx'
import { SaveBar } from '../../../components/settings/save-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { TableSkeleton } from '../../../components/settings/table-skeleton.tsx'
import { definitionsQuery, mappingsQuery, type FieldMappings } from '../field-admin.calls.ts'
import { TabIntro } from '../tab-intro.tsx'
import { TypeText } from '../type-icon.tsx'
import { mappedFields, noMapping, type MappedField } from './mapping-model.ts'
import { NamesEditor } from './names-editor.tsx'
import { useMappingDraft } from './use-mapping-draft.ts'

const directions = [
  { value: 'both' as const, label: 'Read and write' },
  { value: 'in' as const, label: 'Read only' },
]

const columns = 'md:grid-cols-[minmax(0,1fr)_1rem_minmax(0,0.8fr)_9.5rem]'

/** What files and integrations call the fields of a level. */
export function Mappings({ level }: { level: Level }) {
  const fields = useQuery(definitionsQuery(level))
  const mappings = useQuery(mappingsQuery(level))
  const error = fields.error ?? mappings.error
  const known = useMemo(() => mappedFields(level, fields.data ?? []), [level, fields.data])
  if (fields.data && mappings.data) return <Editor level={level} fields={known} saved={mappings.data} />
  if (!error) return <TableSkeleton label="Loading the mapping" />
  const retry = () => void Promise.all([fields.refetch(), mappings.refetch()])
  return <ErrorPanel {...errorPanelProps(error)} onRetry={retry} />
}

type EditorProps = { level: Level; fields: readonly MappedField[]; saved: FieldMappings }

function Editor({ level, fields, saved }: EditorProps) {
  const [query, setQuery] = useState('')
  const mapping = useMappingDraft(level, fields, saved)
  const { draft, problems, isDirty, isBusy, hasProblem, change, discard, submit } = mapping
  const wanted = query.trim().toLowerCase()
  const shown = fields.filter(({ name, label }) =>
    [name, label, ...(draft[name]?.externalNames ?? [])].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex flex-col gap-3 border-b border-line px-4 py-4">
        <TabIntro title="What others call your fields">
          Imports choose the field of a column by these names before they guess, and integrations read and
          write by them. A name means one field.
        </TabIntro>
        <SearchField label="Find a field or name" value={query} onChange={setQuery} />
      </div>
      {shown.length === 0 && (
        <EmptyState
          kind="no-match"
          title="No field matches"
          action={<Button onClick={() => setQuery('')}>Clear the search</Button>}
        >
          Fields are found by their name, API name and outside names.
        </EmptyState>
      )}
      {shown.length > 0 && (
        <div role="table" aria-label={`Mapping of ${level.plural}`} className="flex-1">
          <div role="rowgroup" className="sticky top-0 z-1 hidden bg-surface md:block">
            <div
              role="row"
              className={cx(
                'grid h-8 items-center gap-x-3 border-b border-line px-4 text-label font-medium text-2',
                columns,
              )}
            >
              <span role="columnheader">Outside names</span>
              <span role="columnheader">
                <span className="hidden-text">means</span>
              </span>
              <span role="columnheader">Field</span>
              <span role="columnheader">Direction</span>
            </div>
          </div>
          <div role="rowgroup">
            {shown.map((field) => (
              <Row
                key={field.name}
                field={field}
                mapping={draft[field.name] ?? noMapping}
                problem={problems[field.name]}
                onChange={(next) => change(field.name, next)}
              />
            ))}
          </div>
        </div>
      )}
      {isDirty && (
        <SaveBar
          status={hasProblem ? 'A name means two fields' : undefined}
          save="Save mapping"
          onSave={() => void submit()}
          busy={isBusy}
          disabled={hasProblem}
          onBack={discard}
        />
      )}
    </div>
  )
}

type RowProps = {
  field: MappedField
  mapping: FieldMappings[string]
  problem: string | undefined
  onChange: (change: Partial<FieldMappings[string]>) => void
}

function Row({ field, mapping, problem, onChange }: RowProps) {
  const problemId = useId()
  return (
    <div
      role="row"
      className={cx('grid items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 max-md:py-3', columns)}
    >
      <div role="cell" className="min-w-0 max-md:order-2">
        <NamesEditor
          label={`Outside names of ${field.label}`}
          names={mapping.externalNames}
          invalid={problem !== undefined}
          describedBy={problem ? problemId : undefined}
          onChange={(externalNames) => onChange({ externalNames })}
        />
        {problem && (
          <p id={problemId} className="mt-1 flex items-start gap-1 text-label text-poor">
            <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
            {problem}
          </p>
        )}
      </div>
      <span role="cell" className="hidden text-3 md:block">
        <IconArrowRight size={16} aria-hidden />
      </span>
      <div role="cell" className="min-w-0 max-md:order-1">
        <p className="truncate font-medium">{field.label}</p>
        <p className="flex text-label text-2">
          <TypeText type={field.dataType} />
        </p>
      </div>
      <div role="cell" className="max-md:order-3">
        {mapping.externalNames.length > 0 && (
          <Select
            size="sm"
            aria-label={`Direction of ${field.label}`}
            value={mapping.direction}
            options={directions}
            onChange={(direction) => direction && onChange({ direction })}
          />
        )}
      </div>
    </div>
  )
}
