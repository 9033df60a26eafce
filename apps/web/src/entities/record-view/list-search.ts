import { parseRule, type Rule } from '@steward/conditions'
import { rowHeights as contractHeights, type RowHeight } from '@steward/contracts/column-set'
import type { Level } from '@steward/contracts/level'
import type { Segment, SegmentView } from '@steward/contracts/segment'
import { orderText, readOrder, type RecordOrder } from '../record/index.ts'
import { usualFilter } from '../rule/index.ts'

/** How high rows may be. */
export const densities = contractHeights
export type Density = RowHeight

/** Pixels of a row. */
export const rowHeights: Record<Density, number> = { compact: 32, default: 36, comfortable: 44 }

/** What the address of a list says, read. */
export interface ListSearch {
  filter: Rule
  sort: RecordOrder
  query: string
  mine: boolean
  /** The shown columns as the address writes them; undefined for the user's own. */
  cols: string | undefined
  density: Density | undefined
  peek: number | undefined
}

/** Search parameters as they are in the address; what is as usual is left out. */
export type RawSearch = Partial<
  Record<'filter' | 'sort' | 'q' | 'mine' | 'cols' | 'density' | 'peek', unknown>
>

const usualOrder: RecordOrder = [{ column: 'name', direction: 'ASC' }]

/** What a list shows where its address says nothing else. */
export interface ListBase {
  filter: Rule
  sort: RecordOrder
  /** undefined for the user's own columns. */
  cols: string | undefined
  /** Whether columns that are chosen here are the user's own from then on. */
  keepsColumns: boolean
}

/** The base of the plain list of a level. */
export function levelBase(level: Level): ListBase {
  return { filter: usualFilter(level), sort: usualOrder, cols: undefined, keepsColumns: true }
}

/** The base of the list that shows the members of a segment. */
export function segmentBase({ logic, view }: Pick<Segment, 'logic' | 'view'>): ListBase {
  const { columns, sort, sortColumn, sortDirection } = view
  return {
    filter: logic,
    sort:
      readOrder(sort) ??
      (sortColumn === null ? usualOrder : [{ column: sortColumn, direction: sortDirection }]),
    cols: columns?.join(','),
    keepsColumns: false,
  }
}

function readFilter(raw: unknown, base: ListBase): Rule {
  if (raw === undefined) return base.filter
  const parsed = parseRule(raw)
  return parsed.ok ? parsed.rule : base.filter
}

const readText = (raw: unknown) =>
  (typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '').slice(0, 200)

export function readListSearch(raw: RawSearch, base: ListBase): ListSearch {
  const peek = Number(raw.peek)
  return {
    filter: readFilter(raw.filter, base),
    sort: readOrder(raw.sort) ?? base.sort,
    query: readText(raw.q),
    mine: raw.mine === true,
    cols: typeof raw.cols === 'string' ? raw.cols : base.cols,
    density: densities.find((density) => density === raw.density),
    peek: Number.isSafeInteger(peek) && peek > 0 ? peek : undefined,
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type BaseParts = Pick<ListSearch, 'filter' | 'sort' | 'cols'>

/** The parts that a base has; what is as there is left out. */
function writeParts(change: Partial<BaseParts>, base: ListBase): RawSearch {
  const raw: RawSearch = {}
  if ('cols' in change) raw.cols = change.cols === base.cols ? undefined : change.cols
  if (change.filter) raw.filter = same(change.filter, base.filter) ? undefined : change.filter
  if (change.sort) raw.sort = same(change.sort, base.sort) ? undefined : orderText(change.sort)
  return raw
}

/** Writes a part of what a list shows as search parameters, the other way round from `readListSearch`. */
export function writeListSearch(change: Partial<ListSearch>, base: ListBase): RawSearch {
  const raw = writeParts(change, base)
  for (const key of ['density', 'peek'] as const) if (key in change) raw[key] = change[key]
  if (change.query !== undefined) raw.q = change.query || undefined
  if (change.mine !== undefined) raw.mine = change.mine || undefined
  return raw
}

/** Whether nothing narrows the list but its base. */
export function isUnfiltered({ filter, query, mine }: ListSearch, base: ListBase): boolean {
  return same(filter, base.filter) && query === '' && !mine
}

/** Back to the base; from there, to no filter at all. */
export function clearedSearch(search: ListSearch, base: ListBase): Partial<ListSearch> {
  return { filter: isUnfiltered(search, base) ? { and: [] } : base.filter, query: '', mine: false }
}

/** Whether the list shows other records, another order or other columns than its base. */
export function isModified({ filter, sort, cols }: ListSearch, base: ListBase): boolean {
  return !same(filter, base.filter) || !same(sort, base.sort) || cols !== base.cols
}

/** The shown list as the view of a segment. */
export function viewOfSearch({ sort, cols }: ListSearch): SegmentView {
  return {
    columns: cols === undefined ? null : cols.split(',').filter(Boolean),
    sort: orderText(sort),
    sortColumn: sort[0]?.column ?? null,
    sortDirection: sort[0]?.direction ?? 'ASC',
    mode: 'list',
  }
}
