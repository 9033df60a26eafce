import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { Milestone } from '@steward/contracts/success-plan/item'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { changedBody } from './changed-body.ts'
import { FormDrawer } from './form-drawer.tsx'
import { lookupOptions } from './plan-words.ts'
import { planLookupsQuery, saveMilestone } from './success-plan.calls.ts'
import { useSaving } from './use-saving.ts'
import { blankWorked, workedBody, WorkedFields, workedOf, type WorkedForm } from './worked-fields.tsx'

interface MilestoneFormState extends WorkedForm {
  name: string
  statusId?: number
  completesWithTasks: boolean
}

interface MilestoneDrawerProps {
  planId: number
  milestone: Milestone | null
  onClose: () => void
}

export function MilestoneDrawer({ planId, milestone, onClose }: MilestoneDrawerProps) {
  const { data: lookups = [] } = useQuery(planLookupsQuery)
  const [start] = useState<MilestoneFormState>(() =>
    milestone
      ? {
          name: milestone.name,
          statusId: milestone.statusId,
          completesWithTasks: milestone.completesWithTasks,
          ...workedOf(milestone),
        }
      : { name: '', completesWithTasks: true, ...blankWorked },
  )
  const [form, setForm] = useState(start)
  const { save, busy, alert, faults } = useSaving()

  async function submit() {
    const all = workedBody(form)
    const body = milestone ? { ...changedBody(workedBody(start), all), version: milestone.version } : all
    const written = await save(milestone ? 'Milestone saved' : 'Milestone added', () =>
      saveMilestone(planId, milestone?.itemId ?? null, body),
    )
    if (written) onClose()
  }

  return (
    <FormDrawer
      title={milestone ? 'Edit milestone' : 'New milestone'}
      action={milestone ? 'Save milestone' : 'Add milestone'}
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
      {milestone && (
        <Field label="Status" error={faults['statusId']}>
          <Select
            value={form.statusId ?? null}
            options={lookupOptions(lookups, 'MILESTONE_STATUS', form.statusId)}
            onChange={(statusId) => statusId && setForm({ ...form, statusId })}
          />
        </Field>
      )}
      <Switch
        label="Complete it when all of its tasks are completed"
        checked={form.completesWithTasks}
        onCheckedChange={(completesWithTasks) => setForm({ ...form, completesWithTasks })}
      />
      <WorkedFields form={form} faults={faults} text="Description" onChange={setForm} />
    </FormDrawer>
  )
}
