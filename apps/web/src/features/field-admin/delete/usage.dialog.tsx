import type { Field } from '@steward/contracts/field'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { UsageList } from './usage-list.tsx'

/** Where a field is used. */
export function UsageDialog({ field, onClose }: { field: Field; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Where ${field.displayName} is used`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <UsageList fieldId={field.customColumnId} />
    </Dialog>
  )
}
