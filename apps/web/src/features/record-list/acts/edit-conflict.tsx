import { Suspense } from 'react'
import type { Level } from '@steward/contracts/level'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { ConflictDialog } from '../lazy-parts.ts'
import type { RecordEdits } from './use-record-edits.ts'

type EditConflictProps = { level: Level; edits: RecordEdits; lookups: ValueLookups }

/** Asks whose value a field keeps that someone else changed in the meantime; nothing where no one did. */
export function EditConflict({ level, edits, lookups }: EditConflictProps) {
  if (!edits.conflict) return null
  return (
    <Suspense>
      <ConflictDialog
        level={level}
        conflict={edits.conflict}
        lookups={lookups}
        onKeepMine={edits.keepMine}
        onTakeTheirs={edits.takeTheirs}
      />
    </Suspense>
  )
}
