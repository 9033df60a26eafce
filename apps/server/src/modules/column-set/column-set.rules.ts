import {
  ownerColumns,
  parentLevelsOf,
  usualColumns,
  type ColumnSet,
  type ColumnScope,
} from '@steward/contracts/column-set'
import { levelOf, type Level, type LevelId, type LevelName } from '@steward/contracts/level'
import type { Catalogue, CatalogueField } from '../field/index.ts'

/** What is kept of how someone has laid out a list. `columns`: null for the usual ones. */
export interface Layout extends Pick<ColumnSet, 'widths' | 'pinned' | 'rowHeight' | 'totals'> {
  columns: string[] | null
}

export const usualLayout: Layout = {
  columns: null,
  widths: {},
  pinned: ['name'],
  rowHeight: 'default',
  totals: null,
}

type Column = ColumnSet['fields'][string]
type CatalogueOf = (level: LevelId) => Catalogue

/** What can be a column of a level, by any name that it goes by. */
export interface Columns {
  level: Level
  own: readonly CatalogueField[]
  all: ReadonlyMap<string, Column>
  /** The API name; undefined for what there is not, or is hidden. */
  nameOf: (name: string) => string | undefined
}

export function levelOfScope(scope: ColumnScope): Level {
  return levelOf(scope.slice(0, -'-list'.length) as LevelName)
}

const visible = ({ fields }: Catalogue) => fields.filter((field) => field.visible)

/** The id of the primary owner as a column, which is a value of the field of owners and no field of its own. */
const primaryOwnerId = -1

const columnOf = ({ name, displayName, dataType, fieldId }: CatalogueField, parent?: Level): Column => ({
  name: parent ? `${parent.name}.${name}` : name,
  displayName: parent ? `${parent.label} › ${displayName}` : displayName,
  dataType,
  customColumnId: name === 'primaryOwner' ? primaryOwnerId : fieldId,
})

const ofOwner = ownerColumns.map(({ name, label, dataType }): Column => ({
  name: `owner.${name}`,
  displayName: `Owner › ${label}`,
  dataType,
  customColumnId: null,
}))

/** The fields of a level, of the levels above it, and of the primary owner where records have one. */
export function columnsOf(level: Level, catalogueOf: CatalogueOf): Columns {
  const catalogue = catalogueOf(level.id)
  const parents = parentLevelsOf(level)
  const own = visible(catalogue)
  const all = new Map<string, Column>()
  const add = (column: Column) => void all.set(column.name, column)
  for (const field of own) add(columnOf(field))
  for (const parent of parents) {
    for (const field of visible(catalogueOf(parent.id))) add(columnOf(field, parent))
  }
  if (catalogue.find('system:owners')) for (const column of ofOwner) add(column)

  function nameOf(text: string): string | undefined {
    const [first = '', ...rest] = text.split('.')
    const parent = rest.length > 0 ? parents.find(({ name }) => name === first) : undefined
    const field = parent
      ? catalogueOf(parent.id).find(rest.join('.'))
      : rest.length === 0 && catalogue.find(text)
    const name = field ? columnOf(field, parent).name : text
    return all.has(name) ? name : undefined
  }
  return { level, own, all, nameOf }
}

function knownNames(names: readonly string[], { nameOf }: Columns): string[] {
  return [...new Set(names.flatMap((name) => nameOf(name) ?? []))]
}

function knownEntries<T>(entries: Readonly<Record<string, T>>, { nameOf }: Columns): Record<string, T> {
  const known = Object.entries(entries).flatMap(([name, value]): [string, T][] => {
    const column = nameOf(name)
    return column === undefined ? [] : [[column, value]]
  })
  return Object.fromEntries(known)
}

/** The layout without what there is not (any more), by API names. */
export function cleaned(layout: Layout, columns: Columns): Layout {
  const { totals } = layout
  return {
    columns: layout.columns && knownNames(layout.columns, columns),
    pinned: knownNames(layout.pinned, columns),
    widths: knownEntries(layout.widths, columns),
    rowHeight: layout.rowHeight,
    totals: totals && knownEntries(totals, columns),
  }
}

/** A layout as callers see it. */
export function present(scope: ColumnScope, layout: Layout, columns: Columns): ColumnSet {
  const { columns: chosen, ...rest } = cleaned(layout, columns)
  const fields = columns.own.map(({ name, dataType, fieldId, isDefault }) => ({
    name,
    dataType,
    custom: fieldId !== null,
    isDefault,
  }))
  const selected = chosen ?? usualColumns(columns.level, fields)
  const taken = new Set(selected)
  return {
    scope,
    selected,
    unselected: [...columns.all.keys()].filter((name) => !taken.has(name)),
    fields: Object.fromEntries(columns.all),
    isUsual: chosen === null,
    ...rest,
  }
}
