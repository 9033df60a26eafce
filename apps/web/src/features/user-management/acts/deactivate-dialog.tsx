import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@steward/contracts/user-management'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { fullName } from '../../../entities/user/index.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Option } from '../../../ui/option.ts'
import { toast } from '../../../ui/toast.tsx'
import { belongingsQuery, updateUserStatus, useUserAction } from '../user-management.calls.ts'
import { BelongingsChoice } from './belongings-choice.tsx'

/** Asks before someone is deactivated, and who gets what they own. */
export function DeactivateDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const name = fullName(user)
  const belongings = useQuery(belongingsQuery(user.userId))
  const [handsOver, setHandsOver] = useState(false)
  const [heir, setHeir] = useState<Option | null>(null)
  const [missing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const deactivate = useUserAction((handOverTo: number | undefined) =>
    updateUserStatus(user.userId, { status: 'DEACTIVATED', handOverTo }),
  )

  async function confirm() {
    if (handsOver && !heir) return setMissing(true)
    setRefusal(null)
    try {
      await deactivate.mutateAsync(handsOver ? Number(heir?.value) : undefined)
      const rest = handsOver ? `; what they owned goes to ${heir?.label}` : ''
      toast.done(`${name} deactivated${rest}`, { subject: `user-${user.userId}` })
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setRefusal(errorText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Deactivate ${name}?`}
      description="They are signed out everywhere at once and cannot sign in any more. What they wrote and did stays."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={deactivate.isPending} onClick={() => void confirm()}>
            Deactivate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={refusal} />
        <BelongingsChoice
          user={user}
          belongings={belongings.data}
          failed={belongings.isError}
          handsOver={handsOver}
          onHandsOver={setHandsOver}
          heir={heir}
          onHeir={(next) => {
            setHeir(next)
            setMissing(false)
          }}
          missing={missing}
        />
      </div>
    </Dialog>
  )
}
