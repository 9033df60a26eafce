import { useState } from 'react'
import { ChurnDialog, draftOf } from '../../../entities/churn/index.ts'
import { readerDay } from '../../../ui/day-text.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useRecordActs } from './use-record-acts.ts'
import { useChildrenText } from './use-state-acts.ts'

/** Asks when, why and with how much the customer left; of one that left already, to correct it. */
export function ChurnQuestion({ onClose }: { onClose: () => void }) {
  const { record, fields, lookups } = useRecordScreen()
  const { churn } = useRecordActs()
  const children = useChildrenText()
  const [today] = useState(() => readerDay(new Date()))
  const { name, churned } = record.globalFields
  const before = draftOf(record.globalFields)
  const stays = children ? `, its ${children} stay as they are` : ''
  return (
    <ChurnDialog
      title={churned ? `Correct the churn of ${name}` : `Mark ${name} churned?`}
      description={
        churned
          ? `${name} stays churned, and you can undo this.`
          : `It leaves the usual lists but is still found by search${stays}, and you can undo this.`
      }
      action={churned ? 'Save' : 'Mark churned'}
      fields={fields}
      lookups={lookups}
      before={before}
      start={churned ? before : { ...before, date: today }}
      onClose={onClose}
      onConfirm={churn}
    />
  )
}
