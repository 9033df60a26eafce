import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconTargetArrow } from '@tabler/icons-react'
import { kpiTargetWords } from '@steward/contracts/plain/success-plan'
import type { Kpi } from '@steward/contracts/success-plan/item'
import { currenciesQuery } from '../../../entities/currency/index.ts'
import { StoredTextView } from '../../../entities/rich-text/index.ts'
import { completionText } from '../../../entities/success-plan/index.ts'
import { agoText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { MenuItem } from '../../../ui/menu.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { ItemFrame, type ItemProps } from './item-frame.tsx'
import { KpiChart } from './kpi-chart.tsx'
import { valueText } from '../plan-words.ts'
import { setKpiCompleted } from '../success-plan.calls.ts'

const originOf = ({ source, currentAt, currentBy }: Kpi): string => {
  const when = currentAt ? ` ${agoText(currentAt)}` : ''
  if (source.state === 'following') return `Follows ${source.label}`
  if (source.state === 'broken') return 'The field that it followed was deleted; this is its last value'
  return currentBy ? `Entered by ${currentBy.name}${when}` : 'Entered by hand'
}

/** A KPI: from its start over the current value to the target, and how it came there. */
export function KpiItem(props: ItemProps<Kpi>) {
  const { item, act } = props
  const [showsChart, setShowsChart] = useState(false)
  const { data: currencies = [] } = useQuery(currenciesQuery)
  const { kpiName, targetDetails, currentKpiValue, completionPercent } = item
  const text = (value: number | null) => valueText(value, targetDetails, currencies)
  const toggle = () =>
    act(item.completedAt ? `${kpiName} reopened` : `${kpiName} completed`, () =>
      setKpiCompleted(item.successPlanId, item.kpiId, item.completedAt === null),
    )
  return (
    <ItemFrame
      {...props}
      icon={<IconTargetArrow aria-hidden />}
      badge={<KpiBadges item={item} />}
      facts={[
        item.owner?.name ?? 'No owner',
        ...(item.dueDate ? [`due ${formatDay(item.dueDate)}`] : []),
        originOf(item),
      ].join(' · ')}
      entries={<MenuItem onSelect={() => void toggle()}>{item.completedAt ? 'Reopen' : 'Complete'}</MenuItem>}
    >
      {item.description && <StoredTextView text={item.description} />}
      <div className="flex flex-col gap-1">
        <div className="tabular flex flex-wrap justify-between gap-x-4 text-label text-2">
          <span>Start {text(targetDetails.startValue)}</span>
          <span className="font-medium text-1">Now {text(currentKpiValue)}</span>
          <span>
            Target: {kpiTargetWords[targetDetails.targetCriteria]} {text(targetDetails.targetValue)}
          </span>
        </div>
        <ProgressBar
          label={`Progress of ${kpiName}`}
          value={completionPercent}
          tone={item.isMet || item.completedAt ? 'good' : 'accent'}
        />
        <div className="flex items-center justify-between">
          <span className="tabular text-label text-2">{completionText(completionPercent)}</span>
          <Button
            data-print="off"
            size="sm"
            variant="ghost"
            aria-expanded={showsChart}
            aria-label={`Values of ${kpiName} over time`}
            onClick={() => setShowsChart(!showsChart)}
          >
            Over time
          </Button>
        </div>
      </div>
      {showsChart && <KpiChart kpi={item} text={text} />}
    </ItemFrame>
  )
}

function KpiBadges({ item: { completedAt, isMet, source, progressName } }: { item: Kpi }) {
  return (
    <>
      {completedAt && <Badge tone="good">Completed</Badge>}
      {isMet && <Badge tone="good">Target met</Badge>}
      {source.state === 'broken' && <Badge tone="poor">Broken source</Badge>}
      <Badge>{progressName}</Badge>
    </>
  )
}
