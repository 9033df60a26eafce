import { passwordChecks } from '@steward/contracts/plain/password'

const shortestName = 4

export interface PasswordContext {
  /** The name that the user signs in with. */
  username: string
  /** Whether it is among the most common ones. */
  isCommon: boolean
}

function holdsName(password: string, username: string): boolean {
  const local = username.split('@')[0] ?? ''
  const names = [username, local].filter((name) => name.length >= shortestName)
  return names.some((name) => password.toLowerCase().includes(name.toLowerCase()))
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** Describes the fault of a new password in a sentence; undefined if there is none. */
export function faultOf(password: string, { username, isCommon }: PasswordContext): string | undefined {
  const missing = passwordChecks.filter((check) => !check.holds(password))
  if (missing.length > 0) {
    const needs = missing.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1))
    return `Your password still needs ${joined(needs)}.`
  }
  if (holdsName(password, username)) return "Your password can't contain your username."
  return isCommon ? 'This is one of the most common passwords. Choose another one.' : undefined
}

/** Describes a password that is longer than the company allows. */
export function ceilingFaultOf(password: string, longest: number | null): string | undefined {
  if (longest === null || password.length <= longest) return undefined
  return `Password can not contain more than ${longest} characters`
}
