import { errorText } from '../../api/error-text.ts'
import { unlock, useAnswer } from '../../entities/sign-in/index.ts'
import { useDocumentTitle } from '../../components/document-title.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useTurn } from './entry.ts'
import { FormHeading } from './form-heading.tsx'
import { useAddressText } from './use-address-text.ts'

/** That an account is locked; with the token of the mail's link it opens it again. */
export function LockedPage() {
  const token = useAddressText('token')
  return token ? <Unlocking token={token} /> : <Locked />
}

function Notice({ title, children }: { title: string; children: string }) {
  useDocumentTitle(title)
  const turn = useTurn()
  return (
    <div className="flex flex-col gap-5">
      <div role="status">
        <FormHeading title={title}>{children}</FormHeading>
      </div>
      <Button variant="primary" size="lg" onClick={() => turn(paths.login)}>
        Back to Log in
      </Button>
    </div>
  )
}

function Locked() {
  return (
    <Notice title="Account locked">
      Your account was locked after too many failed log in attempts. Check your inbox for a link to unlock it.
    </Notice>
  )
}

function Unlocking({ token }: { token: string }) {
  const { isPending, error } = useAnswer(`unlock ${token}`, async () => {
    await unlock(token)
    return true
  })
  if (isPending) {
    return (
      <div className="late-in flex h-64 items-center justify-center text-3">
        <Spinner label="Unlocking your account" size={20} />
      </div>
    )
  }
  if (error) return <Notice title="This link doesn't work">{errorText(error)}</Notice>
  return <Notice title="Your account is unlocked">You can log in again.</Notice>
}
