import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useRecordActs } from './use-record-acts.ts'
import { useChildrenText } from './use-state-acts.ts'

/** Shows what stays under a record before the record itself goes. */
export function StateQuestion({ onClose }: { onClose: () => void }) {
  const { record } = useRecordScreen()
  const acts = useRecordActs()
  const children = useChildrenText()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Archive ${record.globalFields.name}?`}
      description={`Its ${children} are not archived. You can undo this.`}
      action="Archive"
      onConfirm={() => acts.archive(true)}
    />
  )
}
