import { Suspense } from 'react'
import { useSearchParams } from './components/search-params.ts'
import { SegmentPage } from './entities/segment/index.ts'
import { lazyPart } from './ui/lazy-part.tsx'

const SegmentListPage = lazyPart(
  () => import('./features/record-list/segment/segment-list.page.tsx'),
  'SegmentListPage',
)

const SegmentBoardPage = lazyPart(
  () => import('./features/record-board/segment-board.page.tsx'),
  'SegmentBoardPage',
)

/** The members of a segment at `/app/{level}/segments/{id}`, as the segment says or the address otherwise. */
export function SegmentScreen() {
  const [{ view }] = useSearchParams()
  return (
    <SegmentPage>
      {(members) => {
        const mode = view === 'list' || view === 'board' ? view : members.segment.view.mode
        const Members = mode === 'board' ? SegmentBoardPage : SegmentListPage
        return (
          <Suspense>
            <Members {...members} />
          </Suspense>
        )
      }}
    </SegmentPage>
  )
}
