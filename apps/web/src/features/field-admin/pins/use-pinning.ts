import type { Field } from '@steward/contracts/field'
import type { FieldPin } from '@steward/contracts/field-layout'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { toast } from '../../../ui/toast.tsx'
import { usePinField, useUnpinField } from '../field-admin.calls.ts'

async function attempt(work: () => Promise<unknown>, subject: string, done?: string) {
  try {
    await work()
    if (done) toast.done(done, { subject })
  } catch (error) {
    if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
  }
}

/** Pins and unpins fields, and shows when it could not be done. */
export function usePinning(level: Level) {
  const pinning = usePinField(level)
  const unpinning = useUnpinField(level)

  return {
    isBusy: pinning.isPending || unpinning.isPending,
    pin: ({ customColumnId, displayName }: Pick<Field, 'customColumnId' | 'displayName'>) =>
      attempt(
        () => pinning.mutateAsync(customColumnId),
        `pin-${customColumnId}`,
        `${displayName} pinned on ${level.plural}`,
      ),
    unpin: ({ pinId, customColumnId, displayName }: FieldPin) =>
      attempt(() => unpinning.mutateAsync(pinId), `pin-${customColumnId}`, `${displayName} unpinned`),
  }
}
