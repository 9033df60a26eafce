import { Suspense } from 'react'
import { answerConfirmation, useConfirmationAsked } from '../../api/confirmation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ConfirmPasswordDialog = lazyPart(() => import('./confirm-password-dialog.tsx'), 'ConfirmPasswordDialog')

/** Asks for the password when a call needs it confirmed; the call is made again by itself. */
export function ConfirmPasswordHost() {
  if (!useConfirmationAsked()) return null
  return (
    <Suspense>
      <ConfirmPasswordDialog onAnswer={answerConfirmation} />
    </Suspense>
  )
}
