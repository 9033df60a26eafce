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
      start={churned ? before : { ...before, date: today }}
      onClose={onClose}
      onConfirm={churn}
    />
  )
}
