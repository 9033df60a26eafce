import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { FieldValue } from '@steward/contracts/value'
import { lastChangeQuery, recordId } from '../../../entities/record/index.ts'
import { agoText } from '../../../components/time-text.ts'
import { type ValueLookups, valueOf, valueText } from '../../../entities/value/index.ts'
import { Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { EditConflict } from './use-record-edits.ts'

type ConflictDialogProps = {
  level: Level
  conflict: EditConflict
  lookups: ValueLookups
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Two people wrote the same field: nothing is lost until one of the values is chosen. */
export function ConflictDialog({ level, conflict, lookups, onKeepMine, onTakeTheirs }: ConflictDialogProps) {
  const { field, mine, theirs } = conflict
  const { data: last } = useQuery(lastChangeQuery(level, recordId(level, theirs), field.name, theirs.version))
  const text = (value: FieldValue | null) => valueText(field, value, lookups) || '—'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onTakeTheirs()}
      title="Changed by another user"
      description={`${field.displayName} of ${theirs.globalFields.name} was changed ${last ? `by ${last.by.name} ${agoText(last.at)}` : 'while you edited it'}.`}
      footer={
        <>
          <Button onClick={onTakeTheirs}>Use theirs</Button>
          <Button variant="primary" onClick={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <DefinitionList
        items={[
          { term: 'Yours', value: text(mine) },
          { term: 'Theirs', value: text(valueOf(theirs, field)) },
        ]}
      />
    </Dialog>
  )
}
