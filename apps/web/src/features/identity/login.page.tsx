import { useEffect, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useDocumentTitle } from '../../components/document-title.ts'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { LoginForm } from './login-form.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'

export function LoginPage() {
  useDocumentTitle('Log in')
  const { state } = useSession()
  const go = useGo()
  const router = useRouter()
  // Read once: leaving this page changes the location while the page is still shown.
  const [origin] = useState(router.state.location.state.origin)

  useEffect(() => {
    if (state === 'signed-in') go(origin ?? paths.start, { replace: true })
  }, [state, origin, go])

  return (
    <SignedOutFrame>
      {state === 'signed-out' ? (
        <LoginForm />
      ) : (
        <div className="late-in flex h-64 items-center justify-center text-3">
          <Spinner label="Checking your sign-in" size={20} />
        </div>
      )}
    </SignedOutFrame>
  )
}
