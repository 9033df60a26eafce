import { useState } from 'react'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { RecordBody } from '@steward/contracts/record'
import type { CurrencyValue } from '@steward/contracts/value'
import { ChurnDialog, draftOf } from '../../../entities/churn/index.ts'
import { readerDay } from '../../../ui/day-text.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useRecordActs } from './use-record-acts.ts'
import { useChildrenText } from './use-state-acts.ts'

/** What the customer pays in a year, where the company has the field: the amount that is proposed as lost. */
function arrOf({ customFields }: RecordBody): CurrencyValue | null {
  return (customFields[starterFieldNames.arr] ?? null) as CurrencyValue | null
}

/** Asks when, why and with how much the customer left; of one that left already, to correct it. */
export function ChurnQuestion({ onClose }: { onClose: () => void }) {
  const { record, fields, lookups } = useRecordScreen()
  const { churn } = useRecordActs()
  const children = useChildrenText()
  const [today] = useState(() => readerDay(new Date()))
  const { name, churned } = record.globalFields
  const before = draftOf(record.globalFields)
  const stays = children ? `. Its ${children} are not affected` : ''
  return (
    <ChurnDialog
      title={churned ? `Edit churn details of ${name}` : `Mark ${name} churned?`}
      description={
        churned
          ? `${name} stays churned. You can undo this.`
          : `It is hidden from default lists but still searchable${stays}. You can undo this.`
      }
      action={churned ? 'Save' : 'Mark churned'}
      fields={fields}
      lookups={lookups}
      before={before}
      start={churned ? before : { ...before, date: today, amount: before.amount ?? arrOf(record) }}
      onClose={onClose}
      onConfirm={churn}
    />
  )
}
