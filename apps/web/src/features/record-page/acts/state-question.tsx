import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useRecordScreen } from '../record-screen.ts'
import { useRecordActs } from './use-record-acts.ts'
import { useChildrenText } from './use-state-acts.ts'

type StateQuestionProps = { question: 'archive' | 'churn'; onClose: () => void }

/** Tells what stays under a record before the record itself goes. */
export function StateQuestion({ question, onClose }: StateQuestionProps) {
  const { record } = useRecordScreen()
  const acts = useRecordActs()
  const children = useChildrenText()
  const { name } = record.globalFields
  const isChurn = question === 'churn'
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isChurn ? `Mark ${name} churned?` : `Archive ${name}?`}
      description={`Its ${children} stay as they are. You can undo this.`}
      action={isChurn ? 'Mark churned' : 'Archive'}
      onConfirm={() => (isChurn ? acts.churn(true) : acts.archive(true))}
    />
  )
}
