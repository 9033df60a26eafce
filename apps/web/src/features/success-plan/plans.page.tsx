import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { planShows, type PlanShow } from '@steward/contracts/plain/success-plan'
import type { SuccessPlan } from '@steward/contracts/success-plan/plan'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { Toolbar } from '../../components/toolbar.tsx'
import { PlanRow, type PlanView, plansQuery } from '../../entities/success-plan/index.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NewPlan } from './new-plan.dialog.tsx'

const showLabels: Readonly<Record<PlanShow, string>> = {
  behind: 'Behind',
  dueThisMonth: 'Due this month',
  noOwner: 'No owner',
}
const shows = planShows.map((value) => ({ value, label: showLabels[value] }))

const isShow = (value: unknown): value is PlanShow => planShows.some((name) => name === value)

function usePlanView() {
  const [search, change] = useSearchParams()
  const view: PlanView = {
    show: isShow(search['show']) ? search['show'] : null,
    query: typeof search['find'] === 'string' ? search['find'] : '',
    includeCompleted: search['done'] === true,
    includeArchived: search['archived'] === true,
  }
  return { view, change: (next: Record<string, unknown>) => change(next, { replace: true }) }
}

/** All success plans that the reader sees. */
export function PlansPage() {
  const { view, change } = usePlanView()
  const may = useCan()
  const [isNew, setIsNew] = useState(false)
  const list = useInfiniteQuery(plansQuery(view))
  const plans = list.data?.pages.flatMap(({ data }) => data)
  return (
    <PageFrame title="Success plans" route="success-plans">
      <PageHeader title="Success plans" count={list.data?.pages[0]?.totalItemCount}>
        <AppLink to={paths.successPlanTemplates} className={buttonClass({ size: 'sm' })}>
          Templates
        </AppLink>
        {may('plan.edit') && (
          <Button size="sm" variant="primary" icon={<IconPlus aria-hidden />} onClick={() => setIsNew(true)}>
            New plan
          </Button>
        )}
      </PageHeader>
      <Toolbar
        end={
          <div className="flex items-center gap-4">
            <Switch
              label="Completed"
              checked={view.includeCompleted}
              onCheckedChange={(done) => change({ done: done || undefined })}
            />
            <Switch
              label="Archived"
              checked={view.includeArchived}
              onCheckedChange={(archived) => change({ archived: archived || undefined })}
            />
          </div>
        }
      >
        <SearchField
          label="Search success plans"
          value={view.query}
          onChange={(find) => change({ find: find || undefined })}
        />
        <Select
          aria-label="Show"
          size="sm"
          className="w-40"
          value={view.show}
          options={shows}
          placeholder="All plans"
          clearable
          onChange={(show) => change({ show: show ?? undefined })}
        />
      </Toolbar>
      <PageContent>
        {plans && (
          <Plans plans={plans} view={view} onNew={may('plan.edit') ? () => setIsNew(true) : undefined} />
        )}
        {!plans && <Unloaded error={list.error} onRetry={() => void list.refetch()} />}
        {list.hasNextPage && (
          <div className="p-4">
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </PageContent>
      {isNew && <NewPlan onClose={() => setIsNew(false)} />}
    </PageFrame>
  )
}

interface PlansProps {
  plans: readonly SuccessPlan[]
  view: PlanView
  /** Absent where the reader may not create plans. */
  onNew: (() => void) | undefined
}

function Plans({ plans, view, onNew }: PlansProps) {
  if (plans.length === 0) return <NoPlans view={view} onNew={onNew} />
  return (
    <ul aria-label="Success plans" className="divide-y divide-line">
      {plans.map((plan) => (
        <PlanRow key={plan.successPlanId} plan={plan} withRecord />
      ))}
    </ul>
  )
}

function Unloaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
  return <Skeleton className="m-6 h-32" />
}

function NoPlans({ view, onNew }: Pick<PlansProps, 'view' | 'onNew'>) {
  if (view.show !== null || view.query !== '') {
    return (
      <EmptyState kind="no-match" title="No matching plans">
        Choose another filter or word.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="nothing"
      title={view.includeCompleted ? 'No success plans yet' : 'No open success plans'}
      action={
        onNew && (
          <Button variant="primary" onClick={onNew}>
            New plan
          </Button>
        )
      }
    >
      A success plan says what a customer wants to achieve, by when, and how you will both know.
    </EmptyState>
  )
}
