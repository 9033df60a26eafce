import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import {
  NewPasswordFields,
  setNewPassword,
  useAttempt,
  useNewPassword,
} from '../../entities/sign-in/index.ts'
import { useDocumentTitle } from '../../components/document-title.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { readChallenge, type PendingChallenge } from './challenge.ts'
import { useProceed } from './entry.ts'
import { FormPage } from './form-page.tsx'
import { TurnLink } from './turn-link.tsx'
import { useChallengeEnd, useChallengeGuard } from './use-challenge-guard.ts'

/** The password that takes the place of a temporary one. */
export function ChangePasswordPage() {
  useDocumentTitle('Choose a new password')
  const [challenge] = useState(() => readChallenge('NEW_PASSWORD_REQUIRED'))
  useChallengeGuard(challenge)
  return challenge && <ChangeForm challenge={challenge} />
}

function ChangeForm({ challenge }: { challenge: PendingChallenge }) {
  const fresh = useNewPassword(challenge.username)
  const { busy, failure, setFailure, attempt } = useAttempt()
  const proceed = useProceed()
  const endsWith = useChallengeEnd()

  async function submit() {
    if (!fresh.isStrong || !fresh.check()) return
    await attempt(
      async () => proceed(await setNewPassword(challenge.challengeUser, fresh.password), challenge),
      (error) => (fresh.takeRefusal(error) || endsWith(error) ? null : errorText(error)),
    )
  }

  return (
    <FormPage
      title="Choose a new password"
      intro="You've used your temporary password. Now choose your own."
      failure={failure}
      onCloseFailure={() => setFailure(null)}
      onSubmit={submit}
    >
      <input type="hidden" name="username" autoComplete="username" value={challenge.username} />
      <NewPasswordFields state={fresh} autoFocus />
      <Button type="submit" variant="primary" size="lg" busy={busy} disabled={!fresh.isStrong}>
        Save and continue
      </Button>
      <TurnLink to={paths.login} className="self-start">
        Back to Log in
      </TurnLink>
    </FormPage>
  )
}
