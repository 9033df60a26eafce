import type { Overview } from '@steward/contracts/overview'
import { useCan } from '../../../api/can.ts'
import { LatestList } from '../../../entities/overview/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { paths } from '../../../paths.ts'
import { Card, CardEmpty, textButton } from './card.tsx'

/** The latest that people did, newest first. */
export function LatestCard({ overview: { latest } }: { overview: Overview }) {
  const { level, id, mayEdit } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const may = useCan()
  const mayLog = mayEdit && may('timeline.edit')
  if (latest.length === 0) {
    return (
      <Card title="Recent activity">
        <CardEmpty
          action={
            mayLog && (
              <button type="button" className={textButton} onClick={() => setSearch({ log: 'note' })}>
                Log the first note
              </button>
            )
          }
        >
          No activity yet.
        </CardEmpty>
      </Card>
    )
  }
  return (
    <Card
      title="Recent activity"
      action={
        <button type="button" className={textButton} onClick={() => setSearch({ tab: 'timeline' })}>
          View timeline
        </button>
      }
    >
      <LatestList items={latest} address={paths.record(level.plural, id)} />
    </Card>
  )
}
