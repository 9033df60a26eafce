import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { levelOf } from '@steward/contracts/level'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { StoredTextView } from '../../entities/rich-text/index.ts'
import { completionText } from '../../entities/success-plan/index.ts'
import { AppLink } from '../../components/app-link.tsx'
import { useNarrow } from '../../components/narrow.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRouteParam } from '../../components/route-param.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/day-text.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CompleteDialog } from './complete.dialog.tsx'
import { PlanDrawer } from './plan-form.drawer.tsx'
import { PlanItems } from './plan-items.tsx'
import { PlanLane } from './lane/plan-lane.tsx'
import { PlanComments } from './share/plan-comments.tsx'
import { ShareDrawer } from './share/share.drawer.tsx'
import { actOnPlan, planQuery, type PlanAct } from './success-plan.calls.ts'
import { TemplateDialog } from './template/template.dialog.tsx'
import { usePlanActs } from './use-plan-acts.ts'

/** A success plan with all that is in it. */
export function PlanPage() {
  const id = Number(useRouteParam('planId'))
  const { data, error, refetch } = useQuery(planQuery(id))
  const title = data?.name ?? 'Success plan'
  return (
    <PageFrame title={title} route="success-plan">
      <PageHeader title={title} breadcrumb={[{ label: 'Success plans', to: paths.successPlans }]}>
        {data?.mayEdit && <Actions plan={data} />}
      </PageHeader>
      <PageContent>
        {data && (
          <div className="flex max-w-240 flex-col gap-5 p-4 md:px-6">
            <Facts plan={data} />
            <PlanLane plan={data} />
            <PlanItems plan={data} />
            <PlanComments planId={id} mayEdit={data.mayEdit} />
          </div>
        )}
        {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="m-6 h-40" />}
      </PageContent>
    </PageFrame>
  )
}

function peopleAndDays({ owner, collaborators, startDate, dueDate }: SuccessPlanDetail): string {
  return [
    `Owner: ${owner?.name ?? 'No one'}`,
    ...(collaborators.length > 0 ? [`with ${collaborators.map(({ name }) => name).join(', ')}`] : []),
    ...(startDate ? [`from ${formatDay(startDate)}`] : []),
    ...(dueDate ? [`due ${formatDay(dueDate)}`] : []),
  ].join(' · ')
}

function Facts({ plan }: { plan: SuccessPlanDetail }) {
  const { record, statusName, progressName } = plan
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <AppLink
          to={`${paths.record(levelOf(record.level).plural, record.id)}?tab=success-plans`}
          className="rounded-chip font-medium hover:underline"
        >
          {record.name}
        </AppLink>
        <Badge tone={plan.completedAt ? 'good' : 'neutral'}>{statusName}</Badge>
        <Badge tone={plan.isBehind ? 'average' : 'neutral'}>{progressName}</Badge>
        {plan.isBehind && <Badge tone="average">Behind</Badge>}
        {plan.isArchived && <Badge>Archived</Badge>}
        <span className="text-2">{peopleAndDays(plan)}</span>
      </div>
      <div className="flex max-w-120 items-center gap-3">
        <ProgressBar label="Progress" value={plan.completionPercent} />
        <span className="tabular shrink-0 text-label text-2">{completionText(plan.completionPercent)}</span>
      </div>
      {plan.description && <StoredTextView text={plan.description} />}
    </div>
  )
}

const doneWords: Readonly<Record<PlanAct, string>> = {
  uncomplete: 'reopened',
  'cancel-complete': 'reopened, with everything in it',
  'in-progress': 'started',
  archive: 'archived',
  unarchive: 'restored',
}

type Asked = 'edit' | 'complete' | 'share' | 'template'

function AskedPart({ asked, ...rest }: { asked: Asked; plan: SuccessPlanDetail; onClose: () => void }) {
  if (asked === 'share') return <ShareDrawer {...rest} />
  if (asked === 'template') return <TemplateDialog {...rest} />
  return asked === 'edit' ? <PlanDrawer {...rest} /> : <CompleteDialog {...rest} />
}

type ActionsProps = { plan: SuccessPlanDetail; onAsk: (asked: Asked) => void }

/** On a phone the room in the header belongs to the name of the plan. */
function Actions({ plan }: { plan: SuccessPlanDetail }) {
  const isNarrow = useNarrow()
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <MoreActions plan={plan} onAsk={setAsked}>
        {isNarrow && <MenuItem onSelect={() => setAsked('share')}>Share</MenuItem>}
        {isNarrow && <MenuItem onSelect={() => setAsked('edit')}>Edit</MenuItem>}
      </MoreActions>
      {!isNarrow && (
        <>
          <Button size="sm" onClick={() => setAsked('share')}>
            Share
          </Button>
          <Button size="sm" onClick={() => setAsked('edit')}>
            Edit
          </Button>
        </>
      )}
      {!plan.completedAt && (
        <Button
          size="sm"
          variant="primary"
          icon={<IconCheck aria-hidden />}
          onClick={() => setAsked('complete')}
        >
          Complete
        </Button>
      )}
      {asked && <AskedPart asked={asked} plan={plan} onClose={() => setAsked(null)} />}
    </>
  )
}

function MoreActions({ plan, onAsk, children }: ActionsProps & { children: ReactNode }) {
  const act = usePlanActs()
  const may = useCan()
  const { successPlanId: id, name, completedAt, isArchived } = plan
  const run = (what: PlanAct) => () => void act(`${name} ${doneWords[what]}`, () => actOnPlan(id, what))
  return (
    <Menu align="end" trigger={<IconButton size="sm" label="More actions" icon={<IconDots aria-hidden />} />}>
      {children}
      <MenuItem onSelect={() => window.print()}>Print</MenuItem>
      {may('playbook.edit') && <MenuItem onSelect={() => onAsk('template')}>Save as template</MenuItem>}
      {!completedAt && <MenuItem onSelect={run('in-progress')}>Mark in progress</MenuItem>}
      {completedAt && <MenuItem onSelect={run('uncomplete')}>Reopen</MenuItem>}
      {completedAt && <MenuItem onSelect={run('cancel-complete')}>Cancel completion</MenuItem>}
      <MenuSeparator />
      <MenuItem onSelect={run(isArchived ? 'unarchive' : 'archive')}>
        {isArchived ? 'Restore' : 'Archive'}
      </MenuItem>
    </Menu>
  )
}
