export { codeFailure } from './code-failure.ts'
export { CodeField } from './code-field.tsx'
export { NewPasswordFields } from './new-password-fields.tsx'
export { PasswordInput } from './password-input.tsx'
export { RecoveryCodes } from './recovery-codes.tsx'
export { ResendButton } from './resend-button.tsx'
export {
  confirmPassword,
  finishAuthenticator,
  finishOutside,
  forgotPassword,
  isSignedIn,
  listVisitRoles,
  nextResetAt,
  createRecoveryCodes,
  readTenant,
  resendCode,
  resetPassword,
  setNewPassword,
  signIn,
  startAuthenticator,
  startVisit,
  unlock,
  verifyCode,
} from './sign-in.calls.ts'
export { useAnswer } from './use-answer.ts'
export { useAttempt } from './use-attempt.ts'
export { useCodeEntry } from './use-code-entry.ts'
export { useNewPassword } from './use-new-password.ts'
