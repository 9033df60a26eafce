import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { roleIds } from '@steward/contracts/plain/permission'
import { errorPanelProps } from '../../../api/error-text.ts'
import { useUser } from '../../../api/session.ts'
import { readTenant } from '../../../entities/sign-in/index.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ProfileSection } from '../profile-section.tsx'
import { FactorSection } from './factor/factor-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** How the signed-in user signs in, and where they are signed in. */
export function SecurityDrawer({ onClose }: { onClose: () => void }) {
  const [dirty, setDirty] = useState(false)
  return (
    <Drawer open width={520} dirty={dirty} onOpenChange={(open) => !open && onClose()} title="Security">
      <div className="flex flex-col gap-8">
        <OwnSignIn onDirty={setDirty} />
        <SessionsSection />
      </div>
    </Drawer>
  )
}

/** Password and two-factor authentication, where Steward keeps them. */
function OwnSignIn({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { email, roleId } = useUser()
  const { data, error, refetch } = useQuery({
    queryKey: ['tenant', email],
    queryFn: () => readTenant(email),
  })
  if (error) return <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-60 w-full" />
  const isOutside = data.provider !== 'built-in'
  // The password of an administrator works also while the company signs in elsewhere.
  if (isOutside && roleId !== roleIds.administrator) {
    return (
      <ProfileSection title="Password and two-factor authentication">
        <p className="text-body text-2">
          Your company uses single sign-on. Change your password and two-factor authentication at your
          provider.
        </p>
      </ProfileSection>
    )
  }
  return (
    <>
      {isOutside && (
        <p className="rounded-card bg-info-soft px-3 py-2.5 text-body text-info">
          Your company uses single sign-on. As an administrator, you can also log in with this password.
        </p>
      )}
      <PasswordSection onDirty={onDirty} />
      <FactorSection />
    </>
  )
}
