import type { Changed } from '@steward/contracts/record'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { numberText } from '../../../ui/reader.ts'

type RefusedDialogProps = {
  refused: Changed['refused']
  nameOf: (id: number) => string
  onClose: () => void
}

/** The records a bulk change did not take, each with the reason. */
export function RefusedDialog({ refused, nameOf, onClose }: RefusedDialogProps) {
  const count = refused.length
  return (
    <Dialog
      open={count > 0}
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? 'One record was not changed' : `${numberText(count)} records were not changed`}
      width={520}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto">
        {refused.map(({ id, message }) => (
          <li key={id} className="flex flex-col py-2">
            <span className="font-medium">{nameOf(id)}</span>
            <span className="text-2">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
