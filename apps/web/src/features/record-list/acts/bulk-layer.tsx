import { useState } from 'react'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { errorText } from '../../../api/error-text.ts'
import type { LevelField } from '../../../api/fields.ts'
import { listRecordIds, recordId, type RecordView } from '../../../api/records.ts'
import { noSelection, selectAll, type RowSelection } from '../../../components/data-table/row-selection.ts'
import type { ValueLookups } from '../../../components/value/lookups.ts'
import { toast } from '../../../ui/toast.tsx'
import { EditFieldDialog } from './edit-field-dialog.tsx'
import { OwnerDialog } from './owner-dialog.tsx'
import { RefusedDialog } from './refused-dialog.tsx'
import { SelectionBar, type BulkDialog } from './selection-bar.tsx'
import { useBulk } from './use-bulk.ts'
import { numberText } from '../../../ui/reader.ts'

type BulkLayerProps = {
  level: Level
  view: RecordView
  fields: readonly LevelField[]
  lookups: ValueLookups
  /** The records near the view, for their names and states. */
  loaded: readonly RecordBody[]
  matching: number
  selection: RowSelection
  onSelection: (selection: RowSelection) => void
  canEdit: boolean
}

/** The bar of the selected rows with its dialogs. */
export function BulkLayer(props: BulkLayerProps) {
  const { level, view, fields, lookups, loaded, matching, selection, onSelection, canEdit } = props
  const [dialog, setDialog] = useState<BulkDialog | null>(null)
  const [gathering, setGathering] = useState(false)
  const bulk = useBulk(level)
  const ids = [...selection.ids]
  const chosen = loaded.filter((record) => selection.ids.has(recordId(level, record)))
  const allArchived = chosen.length > 0 && chosen.every((record) => record.globalFields.entityArchived)
  const subject = `${numberText(ids.length)} ${ids.length === 1 ? level.name : level.plural}`

  async function selectMatching() {
    setGathering(true)
    try {
      onSelection(selectAll(await listRecordIds(level, view)))
    } catch (error) {
      toast.error(errorText(error), { subject: 'selection' })
    } finally {
      setGathering(false)
    }
  }

  function archive(archived: boolean) {
    const action = archived ? 'archive' : 'restore'
    const done = archived ? 'archived' : 'restored'
    void bulk.change(ids, { action }, done).then(() => onSelection(noSelection))
  }

  return (
    <>
      {ids.length > 0 && (
        <SelectionBar
          level={level}
          lookups={lookups}
          count={ids.length}
          matching={matching}
          allArchived={allArchived}
          busy={bulk.busy || gathering}
          canEdit={canEdit}
          onSelectMatching={() => void selectMatching()}
          onDialog={setDialog}
          onStage={(field, id, name) =>
            void bulk.change(ids, { action: 'edit', data: { [field]: id } }, `moved to ${name}`)
          }
          onArchive={archive}
          onClear={() => onSelection(noSelection)}
        />
      )}
      {dialog === 'edit' && (
        <EditFieldDialog
          fields={fields}
          lookups={lookups}
          subject={subject}
          onClose={() => setDialog(null)}
          onApply={(field, value) =>
            void bulk.change(ids, { action: 'edit', data: { [field.name]: value } }, 'updated')
          }
        />
      )}
      {dialog === 'owner' && (
        <OwnerDialog
          lookups={lookups}
          subject={subject}
          onClose={() => setDialog(null)}
          onApply={(owners, mode) => void bulk.assign(ids, owners, mode)}
        />
      )}
      <RefusedDialog
        refused={bulk.refused}
        nameOf={(id) =>
          loaded.find((record) => recordId(level, record) === id)?.globalFields.name ?? `#${id}`
        }
        onClose={bulk.dismissRefused}
      />
    </>
  )
}
