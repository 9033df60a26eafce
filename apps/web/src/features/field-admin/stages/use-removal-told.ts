import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { StageRemoval } from '@steward/contracts/stage-removal'
import { rememberUndo, useUndo } from '../../../entities/change-set/index.ts'
import { numberText } from '../../../ui/reader.ts'
import { toast } from '../../../ui/toast.tsx'
import { countText } from '../delete/use-words.ts'
import { refreshStages, stageRemovalQuery } from './stages.calls.ts'

/** Milliseconds between two looks at how far a removal is. */
const pause = 1500

/** Resolves when all records have moved; rejects where that cannot be asked any more. */
async function ended(client: QueryClient, stageId: number): Promise<void> {
  for (;;) {
    const { state } = await client.fetchQuery(stageRemovalQuery(stageId))
    if (state === 'done') return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Says that a stage was deleted, at once or when its many records have moved, with the way back. */
export function useRemovalTold(level: Level) {
  const client = useQueryClient()
  const takeBack = useUndo()
  const onUndone = () => void refreshStages(client, level)
  return async (removal: StageRemoval, name: string, target: string | undefined) => {
    const { lifecycleStageId, changeSetId, state, total } = removal
    const subject = `stage-deleted-${changeSetId}`
    if (state !== 'done') {
      toast.info(`${numberText(total)} records are moving to ${target}; then ${name} is deleted.`, {
        subject,
      })
      try {
        await ended(client, lifecycleStageId)
      } catch {
        // Anyone who signed out or lost the connection finds the stage gone later.
        return
      }
      await refreshStages(client, level)
    }
    const moved = target ? `, ${countText(total, 'record')} moved to ${target}` : ''
    const change = { changeSetId, label: `${name} deleted`, subject, onUndone }
    rememberUndo(change)
    toast.done(`${name} deleted${moved}`, { subject, undo: () => void takeBack(change) })
  }
}
