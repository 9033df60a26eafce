export interface PasswordPair {
  password: string
  confirm: string
}

export type PasswordFaults = Partial<PasswordPair>

/** What is wrong with a new password and its repetition, as far as the guide beside them does not tell. */
export function passwordFaults(
  { password, confirm }: PasswordPair,
  maxLength: number | null,
): PasswordFaults {
  const faults: PasswordFaults = {}
  if (!password) faults.password = 'Please enter your password'
  else if (maxLength !== null && password.length > maxLength) {
    faults.password = `Password can not contain more than ${maxLength} characters`
  }
  if (!confirm) faults.confirm = 'Please confirm your password'
  else if (confirm !== password) faults.confirm = 'The two passwords that you entered do not match'
  return faults
}
