import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { lookupOptions } from './plan-words.ts'
import { completePlan, planLookupsQuery } from './success-plan.calls.ts'
import { usePlanActs } from './use-plan-acts.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What is still open in a plan, in words; undefined where nothing is. */
function openIn({ items }: SuccessPlanDetail): string | undefined {
  const open = items.flatMap((item) =>
    (item.kind === 'MILESTONE' || item.kind === 'KPI') && !item.isArchived && !item.completedAt ? [item] : [],
  )
  const milestones = open.flatMap((item) => (item.kind === 'MILESTONE' ? [item] : []))
  const tasks = milestones.flatMap((one) => one.tasks.filter(({ status }) => !isDone(status)))
  const parts = [
    ...(milestones.length > 0 ? [counted(milestones.length, 'milestone')] : []),
    ...(tasks.length > 0 ? [counted(tasks.length, 'task')] : []),
    ...(open.length > milestones.length ? [counted(open.length - milestones.length, 'KPI')] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

const isDone = (status: string): boolean => status === 'COMPLETED' || status === 'ARCHIVED'

/** Asks how a plan ended, and whether everything in it is completed. */
export function CompleteDialog({ plan, onClose }: { plan: SuccessPlanDetail; onClose: () => void }) {
  const act = usePlanActs()
  const { data: lookups = [] } = useQuery(planLookupsQuery)
  const [progressId, setProgressId] = useState(plan.progressId)
  const [all, setAll] = useState(false)
  const [busy, setBusy] = useState(false)
  const open = openIn(plan)

  async function complete() {
    setBusy(true)
    const done = await act(`${plan.name} completed`, () =>
      completePlan(plan.successPlanId, all, progressId === plan.progressId ? undefined : progressId),
    )
    setBusy(false)
    if (done) onClose()
  }

  return (
    <Dialog
      open
      title="Complete success plan"
      description={open ? `Still open: ${open}.` : 'Everything in it is completed.'}
      onOpenChange={(isOpen) => isOpen || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void complete()}>
            Complete plan
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Progress">
          <Select
            value={progressId}
            options={lookupOptions(lookups, 'SUCCESS_PLAN_PROGRESS', progressId)}
            onChange={(next) => next && setProgressId(next)}
          />
        </Field>
        {open && <Switch label="Complete everything in it" checked={all} onCheckedChange={setAll} />}
      </div>
    </Dialog>
  )
}
