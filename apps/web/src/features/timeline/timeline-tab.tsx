import './timeline.css'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { TimelineFilters } from './filter/timeline-filters.tsx'
import { readView, sought, viewParams } from './filter/timeline-view.ts'
import { TimelineStream } from './stream/timeline-stream.tsx'

/** Everything that happened with the record of the page. */
export function TimelineTab() {
  const { level, id } = useRecordScreen()
  const [search, setSearch] = useSearchParams()
  const view = readView(search)
  const shown = sought(view)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <TimelineFilters view={view} onChange={(next) => setSearch({ ...viewParams(next), item: undefined })} />
      {/* Another view starts again: at its top, with nothing open. */}
      <TimelineStream key={JSON.stringify([level.id, id, shown])} subject={{ level, id }} view={shown} />
    </div>
  )
}
