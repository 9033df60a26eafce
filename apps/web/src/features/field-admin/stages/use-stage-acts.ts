import { useQueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage, StageColour } from '@steward/contracts/lifecycle'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { rememberUndo, useUndo } from '../../../entities/change-set/index.ts'
import { toast } from '../../../ui/toast.tsx'
import {
  refreshStages,
  useSetStageColour,
  useSetDefaultStage,
  useRenameStage,
  useReorderStage,
} from './stages.calls.ts'

/** Shows why an act failed; answers whether it was done. */
async function attempt(subject: string, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
    return false
  }
}

/** What is done to a stage in place. Each act says what it did, with a way back. */
export function useStageActs(level: Level) {
  const client = useQueryClient()
  const takeBack = useUndo()
  const rename = useRenameStage(level)
  const colour = useSetStageColour(level)
  const setDefault = useSetDefaultStage(level)
  const order = useReorderStage(level)

  async function tell(
    text: string,
    subject: string,
    act: () => Promise<unknown>,
    back: () => Promise<unknown>,
  ) {
    if (!(await attempt(subject, act))) return
    const change = {
      changeSetId: null,
      label: text,
      subject,
      act: async () => void (await back()),
      onUndone: () => void refreshStages(client, level),
    }
    rememberUndo(change)
    toast.done(text, { subject, undo: () => void takeBack(change) })
  }

  return {
    rename: ({ lifecycleStageId: id, displayName }: LifecycleStage, next: string) =>
      tell(
        `${displayName} renamed to ${next}`,
        `stage-${id}`,
        () => rename.mutateAsync({ id, displayName: next }),
        () => rename.mutateAsync({ id, displayName }),
      ),

    colour: ({ lifecycleStageId: id, displayName, ownColour }: LifecycleStage, next: StageColour | null) =>
      tell(
        `Color of ${displayName} changed`,
        `stage-${id}`,
        () => colour.mutateAsync({ id, colour: next }),
        () => colour.mutateAsync({ id, colour: ownColour }),
      ),

    setDefault({ lifecycleStageId: id, displayName }: LifecycleStage, before: LifecycleStage | undefined) {
      return tell(
        `${displayName} is now the default stage`,
        'stage-default',
        () => setDefault.mutateAsync(id),
        () => setDefault.mutateAsync(before?.lifecycleStageId ?? id),
      )
    },

    reorder: ({ lifecycleStageId: id, displayName }: LifecycleStage, place: number, before: number) =>
      tell(
        `${displayName} moved to position ${place}`,
        'stage-order',
        () => order.mutateAsync({ id, place }),
        () => order.mutateAsync({ id, place: before }),
      ),
  }
}

export type StageActs = ReturnType<typeof useStageActs>
