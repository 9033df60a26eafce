import { Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Field } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { SearchField } from '../../../components/search-field.tsx'
import { Toolbar } from '../../../components/toolbar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { definitionsQuery, placesQuery } from '../field-admin.calls.ts'
import { typeLabel } from '../type-icon.tsx'
import { FieldTable } from './field-table.tsx'
import { TableSkeleton } from '../../../components/settings/table-skeleton.tsx'
import { useFieldOrder } from './use-field-order.ts'

const FieldMenu = lazyPart(() => import('./field-menu.tsx'), 'FieldMenu')
const DeleteFieldDialog = lazyPart(() => import('../field-dialogs.ts'), 'DeleteFieldDialog')
const UsageDialog = lazyPart(() => import('../field-dialogs.ts'), 'UsageDialog')
const ChangeTypeDialog = lazyPart(() => import('../field-dialogs.ts'), 'ChangeTypeDialog')

function matches(field: Field, query: string): boolean {
  const words = query.trim().toLowerCase().split(/\s+/)
  const text =
    `${field.displayName} ${field.name} ${typeLabel(field.dataType)} ${field.description}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The custom fields of a level in their order: found, moved, opened, deleted. */
export function CustomFields({ level }: { level: Level }) {
  const [search, change] = useSearchParams()
  const { data: fields, error, refetch } = useQuery(definitionsQuery(level))
  const query = typeof search['q'] === 'string' ? search['q'] : ''
  if (error && !fields) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!fields) return <TableSkeleton label="Loading the fields" />
  if (fields.length === 0) {
    return (
      <EmptyState
        kind="nothing"
        title={`No custom fields of ${level.plural} yet`}
        action={
          <Button variant="primary" onClick={() => change({ field: 'new' })}>
            New field
          </Button>
        }
      >
        Custom fields store what you want to know about every {level.name}: a renewal date, a tier, the number
        of seats.
      </EmptyState>
    )
  }
  return (
    <>
      <Toolbar>
        <SearchField
          label="Find a field"
          value={query}
          onChange={(next) => change({ q: next || undefined }, { replace: true })}
        />
      </Toolbar>
      <Listed level={level} fields={fields} query={query} onClear={() => change({ q: undefined })} />
    </>
  )
}

type ListedProps = { level: Level; fields: readonly Field[]; query: string; onClear: () => void }

function Listed({ level, fields, query, onClear }: ListedProps) {
  const [, change] = useSearchParams()
  const { data: places } = useQuery(placesQuery(level))
  const [live, order] = useFieldOrder(level, fields)
  const menu = useAnchor('menu')
  const [chosen, setChosen] = useState<Field | null>(null)
  const [deleted, setDeleted] = useState<Field | null>(null)
  const [asked, setAsked] = useState<Field | null>(null)
  const [retyped, setRetyped] = useState<Field | null>(null)
  const shown = query ? fields.filter((field) => matches(field, query)) : fields
  const edit = (field: Field) => change({ field: field.customColumnId })

  if (shown.length === 0) {
    return (
      <EmptyState
        kind="no-match"
        title="No matching fields"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        The search covers name, API name, type and description.
      </EmptyState>
    )
  }
  return (
    <>
      <FieldTable
        label={`Custom fields of ${level.plural}`}
        fields={shown}
        places={places}
        order={query ? null : order}
        onEdit={edit}
        onUsage={setAsked}
        onMenu={(field, button) => {
          setChosen(field)
          menu.open(button)
        }}
      />
      {live}
      <Suspense>
        {menu.used && chosen && (
          <FieldMenu
            level={level}
            anchor={menu.anchor}
            field={chosen}
            order={query ? null : order}
            onClose={menu.close}
            onEdit={() => edit(chosen)}
            onChangeType={() => setRetyped(chosen)}
            onDelete={() => setDeleted(chosen)}
          />
        )}
        {deleted && <DeleteFieldDialog level={level} field={deleted} onClose={() => setDeleted(null)} />}
        {retyped && <ChangeTypeDialog level={level} field={retyped} onClose={() => setRetyped(null)} />}
        {asked && <UsageDialog field={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  )
}
