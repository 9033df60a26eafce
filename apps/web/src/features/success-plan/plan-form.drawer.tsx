import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { LevelId } from '@steward/contracts/level'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { changedBody } from './changed-body.ts'
import { FormDrawer } from './form-drawer.tsx'
import { lookupOptions } from './plan-words.ts'
import { createPlan, planLookupsQuery, updatePlan } from './success-plan.calls.ts'
import { useSaving } from './use-saving.ts'
import { blankWorked, workedBody, WorkedFields, workedOf, type WorkedForm } from './worked-fields.tsx'

interface PlanForm extends WorkedForm {
  name: string
  statusId?: number
  progressId?: number
}

interface PlanDrawerProps {
  plan: SuccessPlanDetail | null
  /** The record of a new plan. */
  record?: { level: LevelId; id: number }
  onClose: () => void
}

/** The form of a plan. */
export function PlanDrawer({ plan, record, onClose }: PlanDrawerProps) {
  const go = useGo()
  const { data: lookups = [] } = useQuery(planLookupsQuery)
  const [start] = useState<PlanForm>(() =>
    plan
      ? { name: plan.name, statusId: plan.statusId, progressId: plan.progressId, ...workedOf(plan) }
      : { name: '', ...blankWorked },
  )
  const [form, setForm] = useState(start)
  const { save, busy, alert, faults } = useSaving()

  async function submit() {
    const body = workedBody(form)
    if (plan) {
      const written = await save('Success plan saved', () =>
        updatePlan(plan.successPlanId, { ...changedBody(workedBody(start), body), version: plan.version }),
      )
      if (written) onClose()
    } else if (record) {
      const { level, id: entityId } = record
      const written = await save('Success plan created', () => createPlan({ level, entityId, ...body }))
      if (written) go(paths.successPlan(written.data.successPlanId))
    }
  }

  return (
    <FormDrawer
      title={plan ? 'Edit success plan' : 'New success plan'}
      action={plan ? 'Save plan' : 'Create plan'}
      dirty={JSON.stringify(form) !== JSON.stringify(start)}
      busy={busy}
      alert={alert}
      onSave={() => void submit()}
      onClose={onClose}
    >
      <Field label="Name" required error={faults['name']}>
        <Input
          value={form.name}
          maxLength={planLimits.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
      </Field>
      {plan && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label="Status" error={faults['statusId']}>
            <Select
              value={form.statusId ?? null}
              options={lookupOptions(lookups, 'SUCCESS_PLAN_STATUS', form.statusId)}
              onChange={(statusId) => statusId && setForm({ ...form, statusId })}
            />
          </Field>
          <Field label="Progress" error={faults['progressId']}>
            <Select
              value={form.progressId ?? null}
              options={lookupOptions(lookups, 'SUCCESS_PLAN_PROGRESS', form.progressId)}
              onChange={(progressId) => progressId && setForm({ ...form, progressId })}
            />
          </Field>
        </div>
      )}
      <WorkedFields form={form} faults={faults} text="Goal" onChange={setForm} />
    </FormDrawer>
  )
}
