import { useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useDocumentTitle } from '../../components/document-title.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useEnter } from './entry.ts'
import { LoginForm } from './login-form.tsx'
import { useHandover } from './use-handover.ts'

export function LoginPage() {
  useDocumentTitle('Log in')
  const { state, user } = useSession()
  const enter = useEnter()
  const { state: said } = useRouter().state.location
  // Read once: a message of another screen does not come back with the address.
  const [{ notice, failure }] = useState(said)
  const handover = useHandover()

  // Once: leaving this page changes its location while it is still shown.
  const hasEntered = useRef(false)
  useEffect(() => {
    if (state !== 'signed-in' || !user || hasEntered.current || handover.isUnderWay) return
    hasEntered.current = true
    enter(user, handover.origin)
  }, [state, user, enter, handover])

  if (state === 'signed-out' && !handover.isUnderWay) {
    const shown = handover.failure ?? failure ?? null
    return <LoginForm key={shown} failure={shown} notice={notice} />
  }
  return (
    <div className="late-in flex h-64 items-center justify-center text-3">
      <Spinner label="Logging in" size={20} />
    </div>
  )
}
