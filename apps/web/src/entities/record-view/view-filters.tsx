import type { ReactNode } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../field/index.ts'
import { FilterBar } from '../rule/index.ts'
import { SearchField } from '../../components/search-field.tsx'
import type { ValueLookups } from '../value/index.ts'
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
  const { level, filterFields, lookups, search, onSearch } = props
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1.5 max-md:basis-full">
      {props.picker}
      <div className="max-w-52 min-w-40 grow basis-40 max-md:max-w-none max-md:basis-full">
        <SearchField
          label={`Search ${level.plural}`}
          className="w-full"
          value={search.query}
          onChange={(query) => onSearch({ query })}
        />
      </div>
      <FilterBar
        fields={filterFields}
        lookups={lookups}
        filter={search.filter}
        onChange={(filter) => onSearch({ filter })}
        broken={props.broken}
      />
      {level.id !== 3 && (
        <span data-tooltip={props.mineLocked ? 'Your role sees only its own records' : undefined}>
          <Switch
            label="My entities only"
            className="ml-1"
            checked={props.mine}
            disabled={props.mineLocked}
            onCheckedChange={(mine) => onSearch({ mine })}
          />
        </span>
      )}
    </div>
  )
}
