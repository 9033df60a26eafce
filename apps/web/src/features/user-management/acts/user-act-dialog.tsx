import type { User } from '@steward/contracts/user-management'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { fullName } from '../../../entities/user/index.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { updateUserStatus, disableMfa, resendInvitation, useUserAction } from '../user-management.calls.ts'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { UserAct } from './user-act.ts'

type Question = {
  title: (name: string) => string
  description: string
  action: string
  danger?: boolean
  done: (name: string) => string
  run: (userId: number) => Promise<void>
}

const questions: Record<Exclude<UserAct, 'deactivate' | 'hand-over'>, Question> = {
  resend: {
    title: (name) => `Send the invitation of ${name} again?`,
    description: 'They get a new temporary password. The one they were sent before stops working.',
    action: 'Resend invitation',
    done: (name) => `Invitation resent to ${name}`,
    run: resendInvitation,
  },
  revoke: {
    title: (name) => `Revoke the invitation of ${name}?`,
    description:
      'Their temporary password stops working at once. You find them under Deactivated afterwards.',
    action: 'Revoke invitation',
    danger: true,
    done: (name) => `Invitation of ${name} revoked`,
    run: (userId) => updateUserStatus(userId, { status: 'DEACTIVATED' }),
  },
  reactivate: {
    title: (name) => `Reactivate ${name}?`,
    description:
      'They have the role they had. A password that Steward keeps is set anew by “Forgot your password?”. Who never signed in is invited anew.',
    action: 'Reactivate',
    done: (name) => `${name} reactivated`,
    run: (userId) => updateUserStatus(userId, { status: 'ACTIVE' }),
  },
  'disable-mfa': {
    title: (name) => `Disable two-factor authentication of ${name}?`,
    description:
      'They sign in with the password alone until they set up a second factor again. Make sure that it is really them who asked.',
    action: 'Disable',
    danger: true,
    done: (name) => `Two-factor authentication of ${name} deactivated`,
    run: disableMfa,
  },
}

type UserActDialogProps = { act: UserAct; user: User; onClose: () => void }

/** Asks before something is done to a user, does it and tells. */
export function UserActDialog({ act, user, onClose }: UserActDialogProps) {
  if (act === 'deactivate') return <DeactivateDialog user={user} onClose={onClose} />
  if (act === 'hand-over') return <HandOverDialog user={user} onClose={onClose} />
  return <Confirmation question={questions[act]} user={user} onClose={onClose} />
}

function Confirmation({ question, user, onClose }: { question: Question; user: User; onClose: () => void }) {
  const run = useUserAction(question.run)
  const name = fullName(user)
  const subject = `user-${user.userId}`

  async function confirm() {
    try {
      await run.mutateAsync(user.userId)
      toast.done(question.done(name), { subject })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
      throw error
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={question.title(name)}
      description={question.description}
      action={question.action}
      danger={question.danger}
      onConfirm={confirm}
    />
  )
}
