import { Suspense, useMemo, useState } from 'react'
import type { Level } from '@steward/contracts/level'
import type { BulkUpdateChange, Selection } from '@steward/contracts/bulk-update'
import type { Changed, RecordBody } from '@steward/contracts/record'
import { useCan } from '../../../api/can.ts'
import { useAppParts, type SelectionAct } from '../../../feature.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { idsPerCall, recordId, type RecordView, selectionOf } from '../../../entities/record/index.ts'
import { noSelection, type RowSelection } from '../../../components/data-table/row-selection.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { ChurnManyDialog } from './churn-many-dialog.tsx'
import type { GridLayout } from '../../../components/data-table/grid-columns.ts'
import { ExportDialog } from '../lazy-parts.ts'
import type { ListMenuProps } from '../toolbar/list-menu-props.ts'
import { EditFieldDialog } from './edit-field-dialog.tsx'
import { BulkUpdateDialog } from './bulk-update-dialog.tsx'
import { countedRecords } from './bulk-update-words.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { RefusedDialog } from './refused-dialog.tsx'
import { SelectionBar, type BulkDialog } from './selection-bar.tsx'
import { isNarrowedBy } from './narrowed-by.ts'
import { useBulk } from './use-bulk.ts'
import { useWhole } from './use-whole.ts'

type BulkLayerProps = {
  level: Level
  view: RecordView
  layout: GridLayout
  fields: readonly LevelField[]
  lookups: ValueLookups
  /** The records near the view, for their names and states. */
  loaded: readonly RecordBody[]
  matching: number
  selection: RowSelection
  onSelection: (selection: RowSelection) => void
  canEdit: boolean
}

/** What features offer for selected records, as far as the reader may do it. */
function useSelectionActs(): SelectionAct[] {
  const parts = useAppParts()
  const may = useCan()
  return parts.flatMap(({ selectionActs = [] }) => selectionActs).filter(({ permission }) => may(permission))
}

function SelectionExport({ open, ...props }: ListMenuProps & { open: boolean; onClose: () => void }) {
  return <Suspense>{open && <ExportDialog {...props} />}</Suspense>
}

/** The bar of the selected rows with its dialogs. Few records are changed at once, many by a job. */
export function BulkLayer(props: BulkLayerProps) {
  const canExport = useCan()('record.export')
  const { level, view, layout, fields, lookups, loaded, matching, selection, onSelection, canEdit } = props
  const [dialog, setDialog] = useState<BulkDialog | null>(null)
  const [bulkUpdate, setBulkUpdate] = useState<{ selection: Selection; change: BulkUpdateChange } | null>(
    null,
  )
  const [act, setAct] = useState<SelectionAct | null>(null)
  const acts = useSelectionActs()
  const bulk = useBulk(level)
  const loadedIds = useMemo(() => loaded.map((record) => recordId(level, record)), [level, loaded])
  const takeAll = useWhole(loadedIds, selection, onSelection)
  const isWhole = selection.whole === true
  const ids = [...selection.ids]
  const count = isWhole ? matching : ids.length
  const chosen = loaded.filter((record) => selection.ids.has(recordId(level, record)))
  const allArchived = chosen.length > 0 && chosen.every((record) => record.globalFields.entityArchived)
  const allChurned = chosen.length > 0 && chosen.every((record) => record.globalFields.churned)
  const subject = countedRecords(count, level)
  const clear = () => onSelection(noSelection)

  /** What could not be changed stays selected, beside the reasons; all does where nothing was done. */
  function settle(result: Changed | null) {
    if (!result) return
    const left = result.refused.map(({ id }) => id)
    onSelection(left.length === 0 ? noSelection : { ids: new Set(left), anchor: selection.anchor })
  }

  /** The same after a change of what the list is narrowed by: no one should act on rows that left it. */
  const settleLeft = (...names: string[]) => {
    const mayLeave = isNarrowedBy(view, names)
    return (result: Changed | null) => (mayLeave ? settle(result) : undefined)
  }

  const chosenRecords = (): Selection => (isWhole ? selectionOf(view) : { ids })

  /** Asks for a job where there are many records, or only a job can do it; else does it at once. */
  function run(change: BulkUpdateChange, atOnce: (() => void) | null) {
    if (atOnce && !isWhole && ids.length <= idsPerCall) atOnce()
    else setBulkUpdate({ selection: chosenRecords(), change })
  }

  function archive(archived: boolean) {
    const action = archived ? 'archive' : 'restore'
    const done = archived ? 'archived' : 'restored'
    run({ action }, () => void bulk.change(ids, { action }, done).then(settle))
  }

  return (
    <>
      {ids.length > 0 && (
        <SelectionBar
          level={level}
          lookups={lookups}
          count={count}
          matching={matching}
          isWhole={isWhole}
          canTakeAll={chosen.length === loaded.length}
          allArchived={allArchived}
          allChurned={allChurned}
          asksItself={!isWhole && ids.length <= idsPerCall}
          busy={bulk.busy}
          canEdit={canEdit}
          canExport={canExport}
          acts={acts}
          onAct={setAct}
          onSelectMatching={takeAll}
          onDialog={setDialog}
          onStage={(field, id, name) => {
            const data = { [field]: id }
            run(
              { data, mode: 'set' },
              () =>
                void bulk.change(ids, { action: 'edit', data }, `moved to ${name}`).then(settleLeft(field)),
            )
          }}
          onArchive={archive}
          onUnchurn={() => {
            const action = 'unchurn'
            run({ action }, () => void bulk.change(ids, { action }, 'no longer churned').then(settle))
          }}
          onClear={clear}
        />
      )}
      <SelectionExport
        open={dialog === 'export'}
        level={level}
        view={view}
        layout={layout}
        count={matching}
        selection={selection}
        onClose={() => setDialog(null)}
      />
      {dialog === 'edit' && (
        <EditFieldDialog
          fields={fields}
          lookups={lookups}
          subject={subject}
          onClose={() => setDialog(null)}
          onApply={(field, value, mode) => {
            const data = { [field.name]: value }
            const atOnce = () =>
              void bulk.change(ids, { action: 'edit', data }, 'updated').then(settleLeft(field.name))
            run({ data, mode }, mode === 'set' ? atOnce : null)
          }}
        />
      )}
      {dialog === 'owner' && (
        <OwnerDialog
          lookups={lookups}
          subject={subject}
          onClose={() => setDialog(null)}
          onApply={(owners, mode) =>
            run(
              { owners: [...owners], mode },
              () => void bulk.assign(ids, owners, mode).then(settleLeft('system:owners', 'owner')),
            )
          }
        />
      )}
      {dialog === 'churn' && (
        <ChurnManyDialog
          subject={subject}
          fields={fields}
          lookups={lookups}
          onClose={() => setDialog(null)}
          onApply={(details) => {
            const change = { action: 'churn', ...details } as const
            run(change, () => void bulk.change(ids, change, 'marked churned').then(settle))
          }}
        />
      )}
      {act && (
        <Suspense>
          <act.Body
            level={level}
            selection={chosenRecords()}
            count={count}
            onClose={(isDone) => {
              setAct(null)
              if (isDone) clear()
            }}
          />
        </Suspense>
      )}
      {bulkUpdate && (
        <BulkUpdateDialog
          update={{ level, ...bulkUpdate }}
          count={count}
          onClose={() => setBulkUpdate(null)}
          onStarted={clear}
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
