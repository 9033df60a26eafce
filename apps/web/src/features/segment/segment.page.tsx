import { Suspense } from 'react'
import { useSearchParams } from '../../components/search-params.ts'
import { SegmentPage } from '../../entities/segment/index.ts'
import { useAppParts } from '../../feature.ts'

/** The members of a segment at `/app/{level}/segments/{id}`, as the segment says or the address otherwise. */
export function SegmentMembersPage() {
  const [{ view }] = useSearchParams()
  const views = useAppParts().flatMap(({ segmentViews = [] }) => segmentViews)
  const find = (wanted: unknown) => views.find(({ mode }) => mode === wanted)
  return (
    <SegmentPage>
      {(members) => {
        const shown = find(view) ?? find(members.segment.view.mode)
        return <Suspense>{shown && <shown.Body {...members} />}</Suspense>
      }}
    </SegmentPage>
  )
}
