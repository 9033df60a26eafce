import { itemKinds, type ItemKind } from '@steward/contracts/timeline'
import type { SearchParams } from '../../../components/search-params.ts'
import { dayAfter, startOfDay } from '../when.rules.ts'

const marks = ['bookmarked', 'pinned', 'unread'] as const

export type ItemMark = (typeof marks)[number]

/** What of a timeline is shown. */
export interface TimelineView {
  kinds: readonly ItemKind[]
  authors: readonly number[]
  /** The first and the last day, YYYY-MM-DD. */
  from: string | null
  until: string | null
  marks: readonly ItemMark[]
  query: string
}

const listOf = (value: unknown): string[] =>
  typeof value === 'string' || typeof value === 'number' ? String(value).split(',').filter(Boolean) : []

function dayOf(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : null
}

const isId = (id: number) => Number.isSafeInteger(id) && id > 0

/** The view that an address asks for; what cannot be read is left out. */
export function readView(search: SearchParams): TimelineView {
  const kinds = listOf(search['kinds'])
  const shown = listOf(search['only'])
  const { words } = search
  return {
    kinds: itemKinds.filter((kind) => kinds.includes(kind)),
    authors: listOf(search['authors']).map(Number).filter(isId),
    from: dayOf(search['from']),
    until: dayOf(search['until']),
    marks: marks.filter((mark) => shown.includes(mark)),
    query: typeof words === 'string' || typeof words === 'number' ? String(words).slice(0, 200) : '',
  }
}

const textOf = (list: readonly (string | number)[]) => (list.length > 0 ? list.join(',') : undefined)

/** A view as the parameters of an address; what it leaves open is taken out. */
export function viewParams({ kinds, authors, from, until, marks: shown, query }: TimelineView): SearchParams {
  return {
    kinds: textOf(kinds),
    authors: textOf(authors),
    from: from ?? undefined,
    until: until ?? undefined,
    only: textOf(shown),
    words: query || undefined,
  }
}

export const everything: TimelineView = {
  kinds: [],
  authors: [],
  from: null,
  until: null,
  marks: [],
  query: '',
}

export function isFiltered(view: TimelineView): boolean {
  return Object.values(viewParams(view)).some((value) => value !== undefined)
}

/** What is looked for in a view: the words, without the space after which the next one is typed. */
export function sought(view: TimelineView): TimelineView {
  return { ...view, query: view.query.trim() }
}

/** What a view asks the server for. Days are whole days of the reader. */
export function viewQuery({ kinds, authors, from, until, marks: shown, query }: TimelineView) {
  return {
    ...(kinds.length > 0 && { kinds: kinds.join(',') }),
    ...(authors.length > 0 && { authors: [...authors] }),
    ...(from && { from: startOfDay(from) }),
    ...(until && { until: startOfDay(dayAfter(until)) }),
    ...Object.fromEntries(shown.map((mark) => [mark, true])),
    ...(query && { query }),
  }
}
