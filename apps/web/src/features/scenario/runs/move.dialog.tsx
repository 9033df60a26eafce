import { useQuery } from '@tanstack/react-query'
import type { ScenarioMoves } from '@steward/contracts/scenario/move'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useTypeLabels } from '../editor/node-picker.tsx'
import { counted } from '../node/words.ts'
import { moveRecords, scenarioMovesQuery, useScenarioAct } from '../scenario.calls.ts'
import { countMoves, movesText } from './move.rules.ts'

type MoveDialogProps = { scenarioId: number; name: string; onClose: () => void }

/** Moves records from earlier versions of a scenario to the latest one, after a look at which can. */
export function MoveDialog({ scenarioId, name, onClose }: MoveDialogProps) {
  const { data, error } = useQuery(scenarioMovesQuery(scenarioId))
  const move = useScenarioAct((version: number) => moveRecords(scenarioId, version))
  const failed = move.error ?? error
  const canMove = data !== undefined && !data.moving && countMoves(data).movable > 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move records in “${name}”`}
      description="Records stay in the version with which they entered until you move them. Waits are counted again, from when the record came to them."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            busy={move.isPending}
            disabled={!canMove}
            onClick={() => data && move.mutate(data.version)}
          >
            Move records
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={failed && !isSessionExpired(failed) ? errorText(failed) : null} />
        <p role="status" className="text-2">
          {data ? movesText(data) : 'Counting…'}
        </p>
        {data && data.versions.length > 0 && <OpenTable versions={data.versions} />}
      </div>
    </Dialog>
  )
}

function OpenTable({ versions }: Pick<ScenarioMoves, 'versions'>) {
  const labelOf = useTypeLabels()
  const rows = versions.flatMap(({ version, nodes }) => nodes.map((node) => ({ version, ...node })))
  return (
    <ul aria-label="Records in earlier versions" className="divide-y divide-line border-y border-line">
      {rows.map(({ version, nodeKey, type, records, reason }) => (
        <li key={`${version} ${nodeKey}`} className="flex flex-col gap-0.5 py-2">
          <div className="flex justify-between gap-3">
            <span>
              {labelOf(type)} · Version {version}
            </span>
            <span className="tabular font-medium">{counted(records, 'record')}</span>
          </div>
          {reason && <p className="text-label text-2">{reason}</p>}
        </li>
      ))}
    </ul>
  )
}
