import type { SignInOutcome, TenantConfiguration } from '@steward/contracts/identity'
import { redirectFailures, type RedirectFailure } from '@steward/contracts/sign-in-settings'
import { finishOutside } from '../../../entities/sign-in/index.ts'
import { readStored, writeStored } from '../../../ui/storage.ts'

// A sign-in that leaves for the company's own provider and comes back with a handover.

const key = 'steward.outside-sign-in'
const tab = () => sessionStorage

interface Leaving {
  username: string
  remember: boolean
}

/** The address of the provider's sign-in for a user, or null where passwords are checked here. */
export function providerAddress(
  { provider, signInUrl }: TenantConfiguration,
  { username, origin }: { username: string; origin: string | undefined },
): string | null {
  if (provider !== 'oidc' || !signInUrl) return null
  const address = new URL(signInUrl, window.location.origin)
  address.searchParams.set('username', username)
  if (origin) address.searchParams.set('origin', origin)
  return address.href
}

/** Leaves for the provider; what was chosen here is kept for the way back. */
export function leaveFor(address: string, leaving: Leaving): void {
  writeStored(key, JSON.stringify(leaving), tab)
  window.location.assign(address)
}

/** What was chosen before leaving; it is forgotten then. */
function takeLeaving(): Leaving {
  const text = readStored(key, tab)
  writeStored(key, null, tab)
  return text ? (JSON.parse(text) as Leaving) : { username: '', remember: false }
}

/** What to say of a sign-in that comes back without success, by the code in the address. */
export function redirectFailureText(code: string): string {
  return Object.hasOwn(redirectFailures, code)
    ? redirectFailures[code as RedirectFailure]
    : redirectFailures.provider
}

/** Finishes the sign-in with what the provider's answer was exchanged for, which works once. */
export async function finishLeaving(handover: string): Promise<{ outcome: SignInOutcome; leaving: Leaving }> {
  const leaving = takeLeaving()
  return { outcome: await finishOutside(handover, leaving.remember), leaving }
}
