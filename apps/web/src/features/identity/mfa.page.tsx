import { Suspense, useState } from 'react'
import { useDocumentTitle } from '../../components/document-title.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { readChallenge } from './challenge.ts'
import { CodeChallenge } from './second-factor/code-challenge.tsx'
import { useChallengeGuard } from './use-challenge-guard.ts'

const AuthenticatorSetUp = lazyPart(
  () => import('./second-factor/authenticator-set-up.tsx'),
  'AuthenticatorSetUp',
)

/** The second step of a sign-in: a code, or the setting up of what will give one. */
export function MfaPage() {
  useDocumentTitle('Two-factor verification')
  const [challenge] = useState(() => readChallenge('SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'MFA_SETUP'))
  useChallengeGuard(challenge)
  if (!challenge) return null
  if (challenge.challengeName !== 'MFA_SETUP') return <CodeChallenge challenge={challenge} />
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full rounded-card" />}>
      <AuthenticatorSetUp challenge={challenge} />
    </Suspense>
  )
}
