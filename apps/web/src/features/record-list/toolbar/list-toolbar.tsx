import type { ReactNode } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../api/fields.ts'
import type { GridLayout } from '../../../components/data-table/grid-columns.ts'
import { FilterBar } from '../../../components/filter-bar/filter-bar.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { Toolbar } from '../../../components/toolbar.tsx'
import type { ValueLookups } from '../../../components/value/lookups.ts'
import { Switch } from '../../../ui/switch.tsx'
import { LayoutChoices } from './layout-choices.tsx'
import type { Density, ListSearch } from '../list-search.ts'

type ListToolbarProps = {
  level: Level
  /** Chooses between everything and segments. */
  picker: ReactNode
  filterFields: readonly LevelField[]
  fields: readonly LevelField[]
  lookups: ValueLookups
  search: ListSearch
  mine: boolean
  /** The role sees only its own records anyway. */
  mineLocked: boolean
  density: Density
  layout: GridLayout
  broken: ReadonlySet<string>
  /** Where lists are cards there is nothing to lay out. */
  hasGrid: boolean
  onSearch: (change: Partial<ListSearch>) => void
  onDensity: (density: Density) => void
  onColumns: (columns: Pick<GridLayout, 'order' | 'pinned'>) => void
  onResetColumns: () => void
}

export function ListToolbar(props: ListToolbarProps) {
  const { level, filterFields, lookups, search, onSearch } = props
  return (
    <Toolbar>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1.5">
        {props.picker}
        <div className="w-60 max-md:w-full">
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
          rule={search.filter}
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
      {props.hasGrid && <LayoutChoices {...props} />}
    </Toolbar>
  )
}
