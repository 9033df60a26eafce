import { parseRule, type Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { RecordSort } from '../../api/records.ts'

export const densities = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Pixels of a row. */
export const rowHeights: Record<Density, number> = { compact: 32, default: 36, comfortable: 44 }

/** What the address of a list says, read. */
export interface ListSearch {
  filter: Rule
  sort: RecordSort
  query: string
  mine: boolean
  /** The shown columns as the address writes them; undefined for the user's own. */
  cols: string | undefined
  density: Density | undefined
  peek: number | undefined
}

/** Search parameters as they stand in the address; what is as usual is left out. */
export type RawSearch = Partial<
  Record<'filter' | 'sort' | 'q' | 'mine' | 'cols' | 'density' | 'peek', unknown>
>

const usualSort: RecordSort = { column: 'name', direction: 'ASC' }

/** A list starts without what is over: archived, churned, closed. */
export function usualFilter(level: Level): Rule {
  const alive = { field: 'entityArchived', operator: 'isFalse' } as const
  if (level.id === 4) {
    return { and: [alive, { field: 'system:pipelineStatus', operator: 'isSetTo', value: [1] }] }
  }
  return level.id === 3 ? { and: [alive] } : { and: [alive, { field: 'churned', operator: 'isFalse' }] }
}

function readFilter(raw: unknown, level: Level): Rule {
  if (raw === undefined) return usualFilter(level)
  const parsed = parseRule(raw)
  return parsed.ok ? parsed.rule : usualFilter(level)
}

function readSort(raw: unknown): RecordSort {
  if (typeof raw !== 'string' || !/^-?[\w:]{1,100}$/.test(raw)) return usualSort
  return raw.startsWith('-') ? { column: raw.slice(1), direction: 'DESC' } : { column: raw, direction: 'ASC' }
}

const readText = (raw: unknown) =>
  (typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '').slice(0, 200)

export function readListSearch(raw: RawSearch, level: Level): ListSearch {
  const peek = Number(raw.peek)
  return {
    filter: readFilter(raw.filter, level),
    sort: readSort(raw.sort),
    query: readText(raw.q),
    mine: raw.mine === true,
    cols: typeof raw.cols === 'string' ? raw.cols : undefined,
    density: densities.find((density) => density === raw.density),
    peek: Number.isSafeInteger(peek) && peek > 0 ? peek : undefined,
  }
}

const sortText = ({ column, direction }: RecordSort) => (direction === 'DESC' ? `-${column}` : column)

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Writes a part of what a list shows as search parameters, the other way round from `readListSearch`. */
export function writeListSearch(change: Partial<ListSearch>, level: Level): RawSearch {
  const raw: RawSearch = {}
  for (const key of ['cols', 'density', 'peek'] as const) if (key in change) raw[key] = change[key]
  if (change.query !== undefined) raw.q = change.query || undefined
  if (change.mine !== undefined) raw.mine = change.mine || undefined
  if (change.filter) raw.filter = same(change.filter, usualFilter(level)) ? undefined : change.filter
  if (change.sort) raw.sort = same(change.sort, usualSort) ? undefined : sortText(change.sort)
  return raw
}

/** Back to the usual filter; from there, to no filter at all. */
export function clearedSearch({ filter, query, mine }: ListSearch, level: Level): Partial<ListSearch> {
  const usual = usualFilter(level)
  const isUsual = same(filter, usual) && query === '' && !mine
  return { filter: isUsual ? { and: [] } : usual, query: '', mine: false }
}
