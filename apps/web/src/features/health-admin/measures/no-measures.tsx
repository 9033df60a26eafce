import type { Level } from '@steward/contracts/level'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

type NoMeasuresProps = {
  level: Level
  /** The name of the stage; null for all records. */
  stage: string | null
  canCopy: boolean
  onCopy: () => void
  onAdd: () => void
}

/** That a scope has no measures, and what that means. */
export function NoMeasures({ level, stage, canCopy, onCopy, onAdd }: NoMeasuresProps) {
  return (
    <EmptyState
      kind="nothing"
      title={stage === null ? 'No measures yet' : `No measures for ${stage} yet`}
      action={
        <>
          <Button onClick={onAdd}>Add measure</Button>
          {canCopy && <Button onClick={onCopy}>Copy the shared measures</Button>}
        </>
      }
    >
      {stage === null
        ? `A measure gives points for a fact about ${level.plural}, such as the days since the last contact. Without measures there is no score.`
        : `The measures for all ${level.plural} apply here.`}
    </EmptyState>
  )
}
