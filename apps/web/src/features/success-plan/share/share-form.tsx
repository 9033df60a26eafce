import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { CreateShare, PlanShare } from '@steward/contracts/success-plan/share'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { readerDay } from '../../../ui/day-text.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { createShare, sharesQuery, updateShare } from './share.calls.ts'
import { ShareTicks } from './share-ticks.tsx'

interface ShareFormProps {
  plan: SuccessPlanDetail
  /** null: a new link. */
  share: PlanShare | null
  onDone: () => void
}

/** Days for which a new link is open, unless another day is chosen. */
const openDays = 90
const dayMs = 86_400_000

function startOf(plan: SuccessPlanDetail, share: PlanShare | null): CreateShare {
  if (share) {
    const { label, expiresOn, mayCheck, mayComment, shown } = share
    const [items, tasks] = [
      new Set(plan.items.map(({ itemId }) => itemId)),
      new Set(plan.items.flatMap((item) => (item.kind === 'MILESTONE' ? item.taskIds : []))),
    ]
    return {
      label,
      expiresOn,
      mayCheck,
      mayComment,
      shown: {
        ...shown,
        itemIds: shown.itemIds.filter((id) => items.has(id)),
        taskIds: shown.taskIds.filter((id) => tasks.has(id)),
      },
    }
  }
  return {
    label: '',
    expiresOn: readerDay(new Date(Date.now() + openDays * dayMs)),
    mayCheck: false,
    mayComment: false,
    shown: { description: false, dates: false, status: false, itemIds: [], taskIds: [] },
  }
}

/** Makes a link, or changes what it shows. */
export function ShareForm({ plan, share, onDone }: ShareFormProps) {
  const client = useQueryClient()
  const [form, setForm] = useState(() => startOf(plan, share))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const faults: Readonly<Record<string, string>> = error instanceof ApiError ? (error.fields ?? {}) : {}
  const isShownAtField = Object.keys(faults).length > 0
  const id = plan.successPlanId

  async function save() {
    setBusy(true)
    setError(null)
    try {
      if (share) await updateShare(id, share.shareId, form)
      else await createShare(id, form)
      await client.invalidateQueries({ queryKey: sharesQuery(id).queryKey })
      onDone()
    } catch (failure) {
      if (!isSessionExpired(failure)) setError(failure)
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-col gap-4 rounded-card border border-line p-4">
      <FormAlert text={error !== null && !isShownAtField ? errorText(error) : null} />
      <Field label="For whom" required error={faults['label']} help="Only your team sees this.">
        <Input
          value={form.label}
          maxLength={planLimits.name}
          onChange={(event) => setForm({ ...form, label: event.target.value })}
        />
      </Field>
      <Field label="Open until" required error={faults['expiresOn']}>
        <DateField
          value={form.expiresOn}
          onChange={(expiresOn) => expiresOn && setForm({ ...form, expiresOn })}
        />
      </Field>
      <ShareTicks plan={plan} shown={form.shown} onChange={(shown) => setForm({ ...form, shown })} />
      <Switch
        label="Tasks on the page can be ticked"
        checked={form.mayCheck}
        onCheckedChange={(mayCheck) => setForm({ ...form, mayCheck })}
      />
      <Switch
        label="Comments can be written on the page"
        checked={form.mayComment}
        onCheckedChange={(mayComment) => setForm({ ...form, mayComment })}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="primary" busy={busy} onClick={() => void save()}>
          {share ? 'Save link' : 'Create link'}
        </Button>
      </div>
    </div>
  )
}
