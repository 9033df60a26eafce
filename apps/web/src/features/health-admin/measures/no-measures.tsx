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
      title={stage === null ? 'Nothing is measured yet' : `No measures of its own for ${stage}`}
      action={
        <>
          <Button onClick={onAdd}>Add measure</Button>
          {canCopy && <Button onClick={onCopy}>Copy those for all</Button>}
        </>
      }
    >
      {stage === null
        ? `A measure gives points for what is known of ${level.plural}, such as the days since the last contact. Without measures there is no score.`
        : `Here the measures for all ${level.plural} count.`}
    </EmptyState>
  )
}
