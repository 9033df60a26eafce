import type { RedirectFailure } from '@steward/contracts/sign-in-settings'
import type { Refusal } from './provider.port.ts'

const base = 'http://steward.invalid'

/** A page of our own to come back to, or undefined: an address that leads elsewhere is none. */
export function ownPage(origin: string | undefined): string | undefined {
  if (!origin?.startsWith('/') || !URL.canParse(origin, base)) return undefined
  const url = new URL(origin, base)
  // A path that begins with two slashes, as `/.//host` comes out, is the address of another host.
  const isOwn = url.origin === base && !url.pathname.startsWith('//')
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : undefined
}

/** The page of the signed-out area that continues with a sign-in, or says why it came to nothing. */
export function loginPage(about: {
  handover?: string
  error?: RedirectFailure
  origin?: string | undefined
}): string {
  const given = Object.entries(about).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/login?${new URLSearchParams(given)}`
}

/** What the page says of a refusal. */
export function failureOfRefusal(refusal: Refusal): RedirectFailure {
  return refusal === 'away' || refusal === 'settings' ? 'provider' : 'denied'
}
