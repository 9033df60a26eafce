import type { SuccessPlan } from '@steward/contracts/success-plan/plan'
import { AppLink } from '../../components/app-link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/day-text.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { completionText } from './completion.rules.ts'

/** What is said of a plan in one line: who owns it, when it is due, how far it is. */
function planSummary(plan: SuccessPlan, withRecord: boolean): string {
  const { owner, dueDate, milestones, completedMilestones, kpis, metKpis, record } = plan
  return [
    ...(withRecord ? [record.name] : []),
    owner?.name ?? 'No owner',
    ...(dueDate ? [`due ${formatDay(dueDate)}`] : []),
    ...(milestones > 0 ? [`${completedMilestones} of ${milestones} milestones`] : []),
    ...(kpis > 0 ? [`${metKpis} of ${kpis} KPIs`] : []),
  ].join(' · ')
}

/** A plan in a list, which leads to its page. */
export function PlanRow({ plan, withRecord = false }: { plan: SuccessPlan; withRecord?: boolean }) {
  const { successPlanId, name, statusName, completionPercent, isBehind, isArchived } = plan
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover md:grid-cols-[minmax(0,1fr)_7rem_3rem_12rem] md:px-6">
      <div className="col-span-2 min-w-0 md:col-span-1">
        <AppLink
          to={paths.successPlan(successPlanId)}
          className="block truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AppLink>
        <p className="text-label text-2 md:truncate">{planSummary(plan, withRecord)}</p>
      </div>
      <div>
        <ProgressBar
          label={`Progress of ${name}`}
          value={completionPercent}
          tone={isBehind ? 'average' : 'accent'}
        />
      </div>
      <span className="tabular text-right text-label text-2">{completionText(completionPercent)}</span>
      <div className="col-span-2 flex flex-wrap items-center gap-2 md:col-span-1">
        <Badge>{isArchived ? 'Archived' : statusName}</Badge>
        {isBehind && <Badge tone="average">Behind</Badge>}
      </div>
    </li>
  )
}
