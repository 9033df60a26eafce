import { Suspense, useState, type FormEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { ChangeUser } from '@steward/contracts/user-management'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { useUser } from '../../api/session.ts'
import { useDocumentTitle } from '../../components/document-title.ts'
import { useGo } from '../../components/go.ts'
import { useAppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ProfileForm } from './fields/profile-form.ts'
import { changesOf, valuesOf } from './fields/profile-values.ts'
import { RegionFields } from './fields/region-fields.tsx'
import { TextFields } from './fields/text-fields.tsx'
import { PictureSetting } from './picture/picture-setting.tsx'
import { useUpdateMe } from './profile.calls.ts'

/** What a new user is asked for before the first screen; all of it can wait. */
export function CompleteProfilePage() {
  useDocumentTitle('Complete your profile')
  const user = useUser()
  const [before] = useState(() => valuesOf(user))
  const [values, setValues] = useState(before)
  const [faults, setFaults] = useState<ProfileForm['faults']>({})
  const change = useUpdateMe()
  const go = useGo()
  const router = useRouter()
  const parts = useAppParts().flatMap(({ welcomeParts = [] }) => welcomeParts)

  const form: ProfileForm = {
    values,
    faults,
    marks: {},
    change(field, value) {
      setValues((current) => ({ ...current, [field]: value }))
      setFaults((current) => ({ ...current, [field]: undefined }))
    },
    settle: () => undefined,
  }

  async function leave(changes: ChangeUser) {
    if (change.isPending) return
    const { origin } = router.state.location.state
    try {
      await change.mutateAsync({ ...changes, profileCompleted: true })
      go(origin ?? paths.start, { replace: true })
    } catch (error) {
      if (isSessionExpired(error)) return
      const fields = error instanceof ApiError ? error.fields : undefined
      if (fields) setFaults(fields)
      else toast.error(errorText(error), { subject: 'profile' })
    }
  }

  function finish(event: FormEvent) {
    event.preventDefault()
    void leave(changesOf(before, values))
  }

  return (
    <form noValidate onSubmit={finish} className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h1 tabIndex={-1} className="text-hero font-semibold outline-none">
          Welcome to {user.tenantName || 'Steward'}
        </h1>
        <p className="text-title text-2">
          Introduce yourself to your teammates. You can change everything later in your profile.
        </p>
      </div>
      <PictureSetting user={user} />
      <TextFields form={form} />
      <RegionFields form={form} />
      <Suspense>
        {parts.map(({ name, Body }) => (
          <Body key={name} />
        ))}
      </Suspense>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="lg" busy={change.isPending}>
          Finish
        </Button>
        <Button variant="ghost" size="lg" disabled={change.isPending} onClick={() => void leave({})}>
          Skip for now
        </Button>
      </div>
    </form>
  )
}
