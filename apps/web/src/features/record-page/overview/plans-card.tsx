import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from '../../../components/search-params.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { PlanRow, recordPlansQuery } from '../../../entities/success-plan/index.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Card, CardEmpty, textButton } from './card.tsx'

/** Plans that the card shows. */
const most = 3

/** The open success plans of the record and of those below it, those that are due first before the others. */
export function PlansCard() {
  const { level, id } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const { data } = useQuery(recordPlansQuery(level.name, id))
  const open = data?.data.filter(({ completedAt }) => completedAt === null) ?? []
  return (
    <Card
      title="Success plans"
      action={
        <button type="button" className={textButton} onClick={() => setSearch({ tab: 'success-plans' })}>
          All plans
        </button>
      }
    >
      {!data && <Skeleton className="m-4 h-8" />}
      {data && open.length === 0 && <CardEmpty>No open success plans.</CardEmpty>}
      <ul className="divide-y divide-line">
        {open.slice(0, most).map((plan) => (
          <PlanRow key={plan.successPlanId} plan={plan} withRecord={plan.record.id !== id} />
        ))}
      </ul>
    </Card>
  )
}
