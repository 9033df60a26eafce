import type { ApiToken } from '@steward/contracts/api-token'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRevokeToken } from './api-tokens.calls.ts'

/** Asks before a token ends for good. */
export function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const { apiTokenId, name } = token
  const revoke = useRevokeToken()
  const subject = `api-token-${apiTokenId}`

  async function confirm() {
    try {
      await revoke.mutateAsync(apiTokenId)
      toast.done(`${name} revoked`, { subject })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
      throw error
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${name}?`}
      description="Programs that use it lose access immediately. This can't be undone."
      action="Revoke"
      danger
      onConfirm={confirm}
    />
  )
}
