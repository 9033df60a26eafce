import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { SuccessPlan } from '@steward/contracts/success-plan/plan'
import type { PlanTemplate } from '@steward/contracts/success-plan/template'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { PlanRow, recordPlansQuery } from '../../entities/success-plan/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ApplyTemplateDrawer } from './template/apply.drawer.tsx'
import { planTemplatesQuery } from './template/template.calls.ts'
import { PlanDrawer } from './plan-form.drawer.tsx'

function PlanRows({ plans, recordId }: { plans: readonly SuccessPlan[]; recordId: number }) {
  if (plans.length === 0) return null
  return (
    <ul aria-label="Success plans" className="divide-y divide-line border-y border-line">
      {plans.map((plan) => (
        <PlanRow key={plan.successPlanId} plan={plan} withRecord={plan.record.id !== recordId} />
      ))}
    </ul>
  )
}

interface NewPlanProps {
  onNew: () => void
  onTemplate: (template: PlanTemplate) => void
}

/** An empty plan, or one of a template for the level of the record. */
function NewPlan({ onNew, onTemplate }: NewPlanProps) {
  const { level } = useRecordScreen()
  const { data = [] } = useQuery(planTemplatesQuery)
  const templates = data.filter((one) => one.level === level.id)
  const look = { size: 'sm', variant: 'primary', icon: <IconPlus aria-hidden /> } as const
  if (templates.length === 0) {
    return (
      <Button {...look} onClick={onNew}>
        New plan
      </Button>
    )
  }
  return (
    <Menu align="end" trigger={<Button {...look}>New plan</Button>}>
      <MenuItem onSelect={onNew}>Empty plan</MenuItem>
      <MenuSeparator />
      {templates.map((template) => (
        <MenuItem key={template.templateId} onSelect={() => onTemplate(template)}>
          {template.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

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
  const [template, setTemplate] = useState<PlanTemplate | null>(null)
  const button = may('plan.edit') && <NewPlan onNew={() => setIsNew(true)} onTemplate={setTemplate} />
  return (
    <div className="flex flex-col">
      <div className="flex items-center justify-between gap-4 px-4 py-3 md:px-6">
        <Switch label="Show archived" checked={showsArchived} onCheckedChange={setShowsArchived} />
        {data && data.data.length > 0 && button}
      </div>
      {data && <PlanRows plans={data.data} recordId={id} />}
      {data?.data.length === 0 && (
        <EmptyState kind="nothing" title="No success plans yet" action={button || undefined}>
          A success plan says what {record.globalFields.name} wants to achieve, by when, and how you will both
          know.
        </EmptyState>
      )}
      {!data && <Unloaded error={error} onRetry={() => void refetch()} />}
      {template && (
        <ApplyTemplateDrawer
          template={template}
          record={{ id, name: record.globalFields.name }}
          onClose={() => setTemplate(null)}
        />
      )}
      {isNew && <PlanDrawer plan={null} record={{ level: level.id, id }} onClose={() => setIsNew(false)} />}
    </div>
  )
}
