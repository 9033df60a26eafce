import { Suspense } from 'react'
import { useLocation } from '@tanstack/react-router'
import { parseRule } from '@steward/conditions'
import type { SegmentView } from '@steward/contracts/segment'
import { useCan } from '../../api/can.ts'
import { useGo } from '../../components/go.ts'
import { useLevel } from '../../entities/level/index.ts'
import { useSearchParams, type SearchParams } from '../../components/search-params.ts'
import { paths } from '../../paths.ts'
import type { SegmentStart } from './edit/segment.drawer.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const SegmentDrawer = lazyPart(() => import('./edit/segment.drawer.tsx'), 'SegmentDrawer')

/** The list or board as its address says it. */
function startOf({ filter, sort, cols }: SearchParams, mode: unknown): SegmentStart {
  const parsed = filter === undefined ? undefined : parseRule(filter)
  const view: Partial<SegmentView> = mode === 'list' || mode === 'board' ? { mode } : {}
  if (typeof sort === 'string') {
    view.sortColumn = sort.replace(/^-/, '')
    view.sortDirection = sort.startsWith('-') ? 'DESC' : 'ASC'
  }
  if (typeof cols === 'string') view.columns = cols.split(',').filter(Boolean)
  return { view, ...(parsed?.ok ? { logic: parsed.rule } : {}) }
}

/**
 * The form of a segment over a list. The address opens it: `segment=new` for a segment of what the list
 * shows, `segment=edit` for the segment whose members it shows.
 */
export function SegmentDrawerHost() {
  const level = useLevel()
  const may = useCan()
  const go = useGo()
  const [search, change] = useSearchParams()
  const pathname = useLocation({ select: (location) => location.pathname })
  const asked = search['segment']
  const mode = pathname.endsWith('/board') ? 'board' : search['view']
  const [, id] = /\/segments\/(\d+)$/.exec(pathname) ?? []
  const shownId = id === undefined ? undefined : Number(id)

  if (!may('segment.edit') || (asked !== 'new' && asked !== 'edit')) return null
  if (asked === 'edit' && shownId === undefined) return null
  return (
    <Suspense>
      <SegmentDrawer
        target={
          asked === 'edit'
            ? { kind: 'edit', segmentId: shownId! }
            : { kind: 'create', level, from: shownId, start: startOf(search, mode) }
        }
        onClose={() => change({ segment: undefined }, { replace: true })}
        onCreated={() => go(paths.segments, { replace: true })}
      />
    </Suspense>
  )
}
