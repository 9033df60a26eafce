import { findLevel, type Level } from '@steward/contracts/level'
import type { Segment, SegmentTab } from '@steward/contracts/segment'
import { useSearchParams, type SearchParams } from '../../components/search-params.ts'

export const tabs = ['All', 'Public', 'Private', 'Pinned'] as const satisfies readonly SegmentTab[]

/** What lies over the list of segments. */
export type SegmentsPanel =
  | { kind: 'edit'; segmentId: number }
  /** `from` is the segment that is duplicated. */
  | { kind: 'create'; from: number | undefined }
  | null

export type SegmentsView = {
  tab: SegmentTab
  query: string
  /** undefined for all levels. */
  level: Level | undefined
  panel: SegmentsPanel
}

function idOf(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function panelOf(search: SearchParams): SegmentsPanel {
  const edit = idOf(search['edit'])
  if (edit) return { kind: 'edit', segmentId: edit }
  return search['create'] === true ? { kind: 'create', from: idOf(search['from']) } : null
}

function viewOf(search: SearchParams, pageLevel: Level | undefined): SegmentsView {
  const { tab, q, level } = search
  return {
    tab: tabs.find((known) => known.toLowerCase() === tab) ?? 'All',
    query: q === undefined ? '' : String(q),
    level: pageLevel ?? (typeof level === 'string' ? findLevel(level) : undefined),
    panel: panelOf(search),
  }
}

/** What the address of a list of segments shows, and the ways to change it. */
export function useSegmentsAddress(pageLevel: Level | undefined) {
  const [search, change] = useSearchParams()
  return {
    view: viewOf(search, pageLevel),
    showTab: (tab: SegmentTab) => change({ tab: tab === 'All' ? undefined : tab.toLowerCase() }),
    search: (q: string) => change({ q: q || undefined }, { replace: true }),
    showLevel: (level: Level | undefined) => change({ level: level?.plural }),
    create: () => change({ create: true }),
    duplicate: (segmentId: number) => change({ create: true, from: segmentId }),
    edit: (segmentId: number) => change({ edit: segmentId }),
    closePanel: () => change({ create: undefined, from: undefined, edit: undefined }, { replace: true }),
  }
}

export function isUnderTab({ isPrivate, isPinned }: Segment, tab: SegmentTab): boolean {
  if (tab === 'Public') return !isPrivate
  if (tab === 'Private') return isPrivate
  return tab === 'All' || isPinned
}

/** The segments whose name or description holds every word. */
export function matchingSegments(segments: readonly Segment[], query: string): readonly Segment[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return segments
  return segments.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
