import { Suspense, lazy } from 'react'
import { answerConfirmation, useConfirmationAsked } from '../../api/confirmation.ts'

const ConfirmPasswordDialog = lazy(() =>
  import('./confirm-password-dialog.tsx').then((module) => ({ default: module.ConfirmPasswordDialog })),
)

/** Asks for the password when a call needs it confirmed; the call is made again by itself. */
export function ConfirmPasswordHost() {
  if (!useConfirmationAsked()) return null
  return (
    <Suspense>
      <ConfirmPasswordDialog onAnswer={answerConfirmation} />
    </Suspense>
  )
}
