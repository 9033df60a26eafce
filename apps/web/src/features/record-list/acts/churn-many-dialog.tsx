import { useState } from 'react'
import type { ChurnDetails } from '@steward/contracts/churn'
import type { LevelField } from '../../../entities/field/index.ts'
import { ChurnDialog } from '../../../entities/churn/index.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { readerDay } from '../../../ui/day-text.ts'

type ChurnManyDialogProps = {
  /** "3 accounts" */
  subject: string
  fields: readonly LevelField[]
  lookups: ValueLookups
  onClose: () => void
  onApply: (details: ChurnDetails) => void
}

const nothing = { date: null, reasonId: null, amount: null }

/** Asks when, why and with how much several customers left: the same for all of them. */
export function ChurnManyDialog({ subject, fields, lookups, onClose, onApply }: ChurnManyDialogProps) {
  const [today] = useState(() => readerDay(new Date()))
  return (
    <ChurnDialog
      title={`Mark ${subject} churned?`}
      description="They are hidden from default lists but still searchable. All get the same date, reason and amount."
      action={`Mark ${subject} churned`}
      fields={fields}
      lookups={lookups}
      before={nothing}
      start={{ ...nothing, date: today }}
      onClose={onClose}
      onConfirm={async (details) => onApply(details)}
    />
  )
}
