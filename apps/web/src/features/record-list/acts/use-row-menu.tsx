import { Suspense, useState } from 'react'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { recordId } from '../../../entities/record/index.ts'
import { toggleRow, type RowSelection } from '../../../components/data-table/row-selection.ts'
import { RowMenu } from '../lazy-parts.ts'

type RowMenuOptions = {
  level: Level
  canEdit: boolean
  selection: RowSelection
  setSelection: (selection: RowSelection) => void
}

/** The one menu of all rows, and what opens it. */
export function useRowMenu({ level, canEdit, selection, setSelection }: RowMenuOptions) {
  const [shown, setShown] = useState<{ record: RecordBody; anchor: Element }>()
  return {
    open: (record: RecordBody, anchor: Element) => setShown({ record, anchor }),
    draw: (onPeek: (record: RecordBody) => void) =>
      shown && (
        <Suspense>
          <RowMenu
            level={level}
            {...shown}
            canEdit={canEdit}
            onPeek={onPeek}
            onSelect={(record) =>
              setSelection(toggleRow(selection, selection.anchor, () => recordId(level, record)))
            }
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      ),
  }
}
