import { useState, type ReactNode } from 'react'
import { IconFilter } from '@tabler/icons-react'
import { fieldsOf } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../field/index.ts'
import { FilterBar } from '../rule/index.ts'
import { useNarrow } from '../../components/narrow.ts'
import { SearchField } from '../../components/search-field.tsx'
import type { ValueLookups } from '../value/index.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { ListSearch } from './list-search.ts'

export type ViewFiltersProps = {
  level: Level
  /** Chooses between everything and segments. */
  picker: ReactNode
  filterFields: readonly LevelField[]
  lookups: ValueLookups
  search: ListSearch
  mine: boolean
  /** The role sees only its own records anyway. */
  mineLocked: boolean
  broken: ReadonlySet<string>
  onSearch: (change: Partial<ListSearch>) => void
}

/** What narrows a list or a board: segment, search, filter chips, the reader's own records. */
export function ViewFilters(props: ViewFiltersProps) {
  const { level, search, onSearch } = props
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const searching = (
    <SearchField
      label={`Search ${level.plural}`}
      className="w-full"
      value={search.query}
      onChange={(query) => onSearch({ query })}
    />
  )
  if (!narrow) {
    return (
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1.5">
        {props.picker}
        <div className="max-w-52 min-w-28 grow basis-28">{searching}</div>
        <Narrowing {...props} />
      </div>
    )
  }
  const narrowed = countNarrowing(props)
  return (
    <div className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-x-2 gap-y-1.5">
      <div className="min-w-0 flex-1">{searching}</div>
      <Button size="sm" icon={<IconFilter aria-hidden />} aria-expanded={open} onClick={() => setOpen(!open)}>
        {narrowed > 0 ? `Filters · ${narrowed}` : 'Filters'}
      </Button>
      {open && (
        <div className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1.5">
          {props.picker}
          <Narrowing {...props} />
        </div>
      )}
    </div>
  )
}

/** Fields of the conditions with which every list begins. */
const leftOut: ReadonlySet<string> = new Set(['entityArchived', 'churned'])

/** How much a view is narrowed beyond what every list leaves out: archived and churned records. */
function countNarrowing({ search, mine, mineLocked }: ViewFiltersProps): number {
  const conditions = 'and' in search.filter ? search.filter.and : [search.filter]
  const narrowing = conditions.filter((one) => [...fieldsOf(one)].some((name) => !leftOut.has(name)))
  return narrowing.length + (mine && !mineLocked ? 1 : 0)
}

function Narrowing(props: ViewFiltersProps) {
  const { level, filterFields, lookups, search, onSearch } = props
  return (
    <>
      <FilterBar
        fields={filterFields}
        lookups={lookups}
        filter={search.filter}
        onChange={(filter) => onSearch({ filter })}
        broken={props.broken}
      />
      {level.id !== 3 && (
        <span data-tooltip={props.mineLocked ? 'Your role shows only your own records' : undefined}>
          <Switch
            label="Only mine"
            className="ml-1"
            checked={props.mine}
            disabled={props.mineLocked}
            onCheckedChange={(mine) => onSearch({ mine })}
          />
        </span>
      )}
    </>
  )
}
