import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { readTenant } from './sign-in.calls.ts'
import { holdsEveryCheck } from './password-guide.tsx'
import { useAnswer } from './use-answer.ts'
import { passwordFaults, type PasswordFaults, type PasswordPair } from './new-password.rules.ts'

/** A new password and its repetition, with what to say about them and when. */
export function useNewPassword(username: string) {
  const [pair, setPair] = useState<PasswordPair>({ password: '', confirm: '' })
  const [touched, setTouched] = useState({ password: false, confirm: false })
  const [refused, setRefused] = useState<string | null>(null)
  const [passwordField, passwordRef] = useState<HTMLInputElement | null>(null)
  const [confirmField, confirmRef] = useState<HTMLInputElement | null>(null)
  const tenant = useAnswer(`tenant ${username}`, () => readTenant(username))
  const faults = passwordFaults(pair, tenant.data?.passwordMaxLength ?? null)
  const shown: PasswordFaults = {
    password: refused ?? (touched.password ? faults.password : undefined),
    confirm: touched.confirm ? faults.confirm : undefined,
  }

  /** Shows every fault and goes to the first. True when there is none. */
  function check(): boolean {
    setTouched({ password: true, confirm: true })
    if (faults.password) passwordField?.focus()
    else if (faults.confirm) confirmField?.focus()
    return !faults.password && !faults.confirm
  }

  /** Shows what the server says about the password at the field. False when it says nothing of it. */
  function takeRefusal(error: unknown): boolean {
    const fields = error instanceof ApiError ? error.fields : undefined
    const text = fields?.password ?? fields?.newPassword ?? null
    setRefused(text)
    if (text) passwordField?.focus()
    return text !== null
  }

  return {
    ...pair,
    shown,
    passwordRef,
    confirmRef,
    check,
    takeRefusal,
    isStrong: holdsEveryCheck(pair.password),
    change(next: Partial<PasswordPair>) {
      setRefused(null)
      setPair((before) => ({ ...before, ...next }))
    },
    touch(name: keyof PasswordPair) {
      if (pair[name]) setTouched((before) => ({ ...before, [name]: true }))
    },
  }
}

export type NewPassword = ReturnType<typeof useNewPassword>
