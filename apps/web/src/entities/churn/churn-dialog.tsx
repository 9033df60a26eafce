import { useState } from 'react'
import type { ChurnDetails } from '@steward/contracts/churn'
import { isDay } from '@steward/contracts/value'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import type { LevelField } from '../field/index.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { MoneyField, type ValueLookups } from '../value/index.ts'
import { changesOf, problemsOf, type ChurnDraft } from './churn-draft.ts'
import { churnReasonField } from './churn-text.ts'

type ChurnDialogProps = {
  title: string
  /** What will happen, in one sentence. */
  description: string
  action: string
  fields: readonly LevelField[]
  lookups: ValueLookups
  /** What the fields begin with. */
  start: ChurnDraft
  /** What is there already, which need not be sent. */
  before: ChurnDraft
  onClose: () => void
  /** The dialog closes when this is done, and shows why when it rejects. */
  onConfirm: (details: ChurnDetails) => Promise<void>
}

/** Asks when, why and with how much a customer left; all of it may stay open. */
export function ChurnDialog(props: ChurnDialogProps) {
  const { title, description, action, lookups, start, before, onClose, onConfirm } = props
  const [draft, setDraft] = useState(start)
  const [refusal, setRefusal] = useState<{ text: string; fields: Record<string, string> } | null>(null)
  const [busy, setBusy] = useState(false)
  const problems = { ...refusal?.fields, ...problemsOf(draft) }

  function change(next: Partial<ChurnDraft>) {
    setDraft({ ...draft, ...next })
    setRefusal(null)
  }

  async function confirm() {
    if (Object.keys(problemsOf(draft)).length > 0) return
    setBusy(true)
    try {
      await onConfirm(changesOf(draft, before))
      onClose()
    } catch (error) {
      setBusy(false)
      if (isSessionExpired(error)) return
      const fields = error instanceof ApiError ? error.fields : undefined
      setRefusal({ text: fields ? '' : errorText(error), fields: fields ?? {} })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={refusal?.text || null} />
        <Field label="Churn date" error={problems.date}>
          <DateField
            value={draft.date !== null && isDay(draft.date) ? draft.date : null}
            onChange={(date) => change({ date })}
            onUnreadable={(unreadable) => unreadable && change({ date: 'unreadable' })}
          />
        </Field>
        <ReasonField
          field={churnReasonField(props.fields)}
          value={draft.reasonId}
          problem={problems.reasonId}
          onChange={(reasonId) => change({ reasonId })}
        />
        <Field label="Churn amount" error={problems.amount} help="Annual value lost.">
          <MoneyField
            label="Churn amount"
            value={draft.amount}
            lookups={lookups}
            onChange={(amount) => change({ amount })}
          />
        </Field>
      </div>
    </Dialog>
  )
}

type ReasonFieldProps = {
  field: LevelField | undefined
  value: number | null
  problem: string | undefined
  onChange: (value: number | null) => void
}

function ReasonField({ field, value, problem, onChange }: ReasonFieldProps) {
  const options = (field?.options ?? [])
    .filter(({ id, retired }) => !retired || id === value)
    .map(({ id, value: label }) => ({ value: id, label }))
  return (
    <Field label="Churn reason" error={problem}>
      <Combobox
        value={options.find((option) => option.value === value) ?? null}
        options={options}
        placeholder="Find a reason"
        onChange={(option) => onChange(option === null ? null : Number(option.value))}
      />
    </Field>
  )
}
