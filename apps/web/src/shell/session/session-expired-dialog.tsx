import { signOut } from '../../api/identity.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export function SessionExpiredDialog() {
  return (
    <Dialog
      open
      dismissable={false}
      onOpenChange={() => undefined}
      title="Session Expired"
      description="You have been signed out automatically due to inactivity and as a security precaution."
      footer={
        <Button variant="primary" onClick={signOut}>
          Logout
        </Button>
      }
    />
  )
}
