import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { PlanRow, recordPlansQuery } from '../../entities/success-plan/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PlanDrawer } from './plan-form.drawer.tsx'

function Unloaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
  return <Skeleton className="mx-6 h-32" />
}

/** The success plans of a record and of the records below it. */
export function RecordPlans() {
  const { level, id, record } = useRecordScreen()
  const may = useCan()
  const [isNew, setIsNew] = useState(false)
  const [showsArchived, setShowsArchived] = useState(false)
  const { data, error, refetch } = useQuery(recordPlansQuery(level.name, id, showsArchived))
  const button = may('plan.edit') && (
    <Button size="sm" variant="primary" icon={<IconPlus aria-hidden />} onClick={() => setIsNew(true)}>
      New plan
    </Button>
  )
  return (
    <div className="flex flex-col">
      <div className="flex items-center justify-between gap-4 px-4 py-3 md:px-6">
        <Switch label="Show archived" checked={showsArchived} onCheckedChange={setShowsArchived} />
        {data && data.data.length > 0 && button}
      </div>
      {data && data.data.length > 0 && (
        <ul aria-label="Success plans" className="divide-y divide-line border-y border-line">
          {data.data.map((plan) => (
            <PlanRow key={plan.successPlanId} plan={plan} withRecord={plan.record.id !== id} />
          ))}
        </ul>
      )}
      {data?.data.length === 0 && (
        <EmptyState kind="nothing" title="No success plans yet" action={button || undefined}>
          A success plan says what {record.globalFields.name} wants to achieve, by when, and how you will both
          know.
        </EmptyState>
      )}
      {!data && <Unloaded error={error} onRetry={() => void refetch()} />}
      {isNew && <PlanDrawer plan={null} record={{ level: level.id, id }} onClose={() => setIsNew(false)} />}
    </div>
  )
}
