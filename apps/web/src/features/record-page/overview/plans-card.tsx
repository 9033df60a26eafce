import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from '../../../components/search-params.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { PlanRow, recordPlansQuery } from '../../../entities/success-plan/index.ts'
import { Card, textButton } from './card.tsx'

/** Plans that the card shows. */
const most = 3

/** The open success plans of the record and of those below it, those that are due first before the others. */
export function PlansCard() {
  const { level, id } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const { data } = useQuery(recordPlansQuery(level.name, id))
  const open = data?.data.filter(({ completedAt }) => completedAt === null) ?? []
  // Most records have no plan: a card that says so would be noise on each of them.
  if (open.length === 0) return null
  return (
    <Card
      title="Success plans"
      action={
        <button type="button" className={textButton} onClick={() => setSearch({ tab: 'success-plans' })}>
          All plans
        </button>
      }
    >
      <ul className="divide-y divide-line">
        {open.slice(0, most).map((plan) => (
          <PlanRow key={plan.successPlanId} plan={plan} withRecord={plan.record.id !== id} />
        ))}
      </ul>
    </Card>
  )
}
