import { useQueryClient } from '@tanstack/react-query'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { useDone } from '../../entities/change-set/index.ts'
import { refreshPlans } from '../../entities/success-plan/index.ts'
import { toast } from '../../ui/toast.tsx'

const subject = 'success-plan'

/** Does something with a plan: reads it again, and says what was done, with Undo. */
export function usePlanActs() {
  const client = useQueryClient()
  const done = useDone()
  return async function act(
    what: string,
    work: () => Promise<{ changeSetId: number | null }>,
  ): Promise<boolean> {
    try {
      const { changeSetId } = await work()
      await refreshPlans(client)
      done(what, changeSetId, subject)
      return true
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
      return false
    }
  }
}

export type PlanActs = ReturnType<typeof usePlanActs>
