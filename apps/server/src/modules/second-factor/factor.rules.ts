import { Secret, TOTP } from 'otpauth'
import type { PreferredFactor } from '@steward/contracts/second-factor'

/** How authenticator apps name the product. */
const issuer = 'Steward'
/** Seconds that one code of an authenticator is for. */
const period = 30
/** The code before and the one after count as well, as clocks differ. */
const window = 1

/** The second factors as challenges name them. */
export type FactorKind = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA'

export const preferredOfKind: Record<FactorKind, PreferredFactor> = {
  SMS_MFA: 'SMS',
  SOFTWARE_TOKEN_MFA: 'TOTP',
}

function totpOf(secretCode: string, account: string): TOTP {
  const secret = Secret.fromBase32(secretCode)
  return new TOTP({ issuer, label: account, algorithm: 'SHA1', digits: 6, period, secret })
}

/** A fresh secret of an authenticator, in base32. */
export function newSecretCode(): string {
  return new Secret({ size: 20 }).base32
}

/** What an authenticator app reads from the picture. */
export function authenticatorUrl(secretCode: string, account: string): string {
  return totpOf(secretCode, account).toString()
}

/** The time step that a code is for, counted from 1970, or null when it is for none that counts now. */
export function stepOfCode(secretCode: string, code: string, now: Date): number | null {
  // The library compares bytes, and throws at a text with other than one byte for each digit.
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = totpOf(secretCode, '').validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}

/** A phone number as far as it may be shown: its last four digits. */
export function hiddenPhone(phoneNumber: string): string {
  return `•••• ${phoneNumber.slice(-4)}`
}

// Without the characters that are easily taken for one another.
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryLength = 8

/** A recovery code of `random`, which gives a whole number below the one it is given. */
export function recoveryCodeFrom(random: (below: number) => number): string {
  const characters = Array.from(
    { length: recoveryLength },
    () => recoveryAlphabet[random(recoveryAlphabet.length)],
  )
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`
}

/** A recovery code as it was made, however it was typed; or null when the text is none. */
export function recoveryCodeOf(text: string): string | null {
  const plain = text.toLowerCase().replaceAll(/[\s-]/g, '')
  const isOne = plain.length === recoveryLength && [...plain].every((one) => recoveryAlphabet.includes(one))
  return isOne ? `${plain.slice(0, 4)}-${plain.slice(4)}` : null
}
