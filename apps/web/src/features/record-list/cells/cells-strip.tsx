import { useState, type RefObject } from 'react'
import type { GridHandle } from '../../../components/data-table/grid-focus.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { drawNow } from '../../../ui/draw-now.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { refusedCount, type CellsState, type RoomQuestion } from './cell-context.ts'
import { keepClear } from '../../../ui/toast-room.ts'

type CellsStripProps = {
  state: CellsState
  onDismiss: () => void
  grid: RefObject<GridHandle | null>
}

/** Below the rows: what is being written, and which cells were not. */
export function CellsStrip({ state, onDismiss, grid }: CellsStripProps) {
  const [isListed, setListed] = useState(false)
  const { progress, report, question } = state
  return (
    <>
      {progress && <Progress {...progress} />}
      {report && (
        <div
          ref={keepClear}
          role="status"
          className="flex min-h-9 shrink-0 items-center gap-2 border-t border-line bg-poor-soft px-4 text-poor"
        >
          <span className="tabular">{reportText(report, refusedCount(state))}</span>
          <Button size="sm" onClick={() => setListed(true)}>
            Show
          </Button>
          <Button size="sm" variant="ghost" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      )}
      {report && isListed && (
        <RefusedCellsDialog
          state={state}
          onClose={() => setListed(false)}
          onGo={(row, columnId) => {
            drawNow(() => setListed(false))
            // The dialog gives the focus back first, as soon as it is gone.
            queueMicrotask(() => drawNow(() => grid.current?.go(row, columnId)))
          }}
        />
      )}
      {question && <RoomDialog {...question} />}
    </>
  )
}

const cells = (count: number) => (count === 1 ? '1 cell' : `${numberText(count)} cells`)

function reportText({ done, verb }: NonNullable<CellsState['report']>, refused: number): string {
  return done === 0
    ? `${cells(refused)} not ${verb}:`
    : `${cells(done)} ${verb}, ${numberText(refused)} skipped:`
}

function Progress({ label, share }: NonNullable<CellsState['progress']>) {
  return (
    <div
      ref={keepClear}
      role="status"
      className="flex h-9 shrink-0 items-center gap-3 border-t border-line px-4 text-2"
    >
      <Spinner />
      <span className="tabular">{label}…</span>
      {share !== undefined && <ProgressBar value={share} max={1} label="Rows loaded" className="max-w-48" />}
    </div>
  )
}

type RefusedCellsDialogProps = {
  state: CellsState
  onClose: () => void
  onGo: (row: number, columnId: string) => void
}

const mostListed = 200

/** The cells that were refused, each with the reason and the way to it. */
function RefusedCellsDialog({ state, onClose, onGo }: RefusedCellsDialogProps) {
  const refused = [...state.refused.values()]
    .flatMap((marks) => [...marks].map(([columnId, mark]) => ({ columnId, ...mark })))
    .toSorted((one, other) => one.row - other.row)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${cells(refused.length)} not ${state.report?.verb ?? 'written'}`}
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
        {refused.slice(0, mostListed).map((cell) => (
          <li key={`${cell.row} ${cell.columnId}`} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                {cell.field} of {cell.record}
              </span>
              <span className="text-2 wrap-anywhere">{cell.message}</span>
            </span>
            <Button
              size="sm"
              aria-label={`Go to ${cell.field} of ${cell.record}`}
              onClick={() => onGo(cell.row, cell.columnId)}
            >
              Go to
            </Button>
          </li>
        ))}
      </ul>
      {refused.length > mostListed && (
        <p className="pt-2 text-2">And {numberText(refused.length - mostListed)} more.</p>
      )}
    </Dialog>
  )
}

const counted = (count: number, name: string) => `${numberText(count)} ${name}${count === 1 ? '' : 's'}`

function RoomDialog({ size, left, answer }: RoomQuestion) {
  const parts = [
    left.rows > 0 && counted(left.rows, 'row'),
    left.columns > 0 && counted(left.columns, 'column'),
  ].filter((part) => part !== false)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && answer(false)}
      title="Not enough space"
      description={`The clipboard contains ${counted(size.rows, 'row')} and ${counted(size.columns, 'column')}. The list has no space for the last ${parts.join(' and the last ')} from this cell on; they will be skipped.`}
      action="Paste the rest"
      onConfirm={() => answer(true)}
    />
  )
}
