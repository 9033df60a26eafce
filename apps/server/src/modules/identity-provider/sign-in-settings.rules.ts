import { defaultPasswordCeiling } from '@steward/contracts/plain/password'
import type { ChangeSignInSettings, IdentityProviderName } from '@steward/contracts/sign-in-settings'
import { invalid } from '../../platform/errors.ts'

export interface CognitoSettings {
  region: string
  userPoolId: string
  userPoolWebClientId: string
  endpoint: string | null
}

export interface OidcSettings {
  issuer: string
  clientId: string
  /** Encrypted; null for a client that has none. */
  clientSecret: string | null
}

/** How a company signs in, as it is stored. */
export interface StoredSettings {
  provider: IdentityProviderName
  domains: readonly string[]
  mfaRequired: boolean
  passwordMaxLength: number | null
  cognito: CognitoSettings | null
  oidc: OidcSettings | null
}

export const firstSettings: StoredSettings = {
  provider: 'built-in',
  domains: [],
  mfaRequired: false,
  passwordMaxLength: defaultPasswordCeiling,
  cognito: null,
  oidc: null,
}

// These become part of addresses, so they hold nothing that would lead elsewhere.
const shapes: Record<'region' | 'userPoolId' | 'userPoolWebClientId', { shape: RegExp; says: string }> = {
  region: { shape: /^[a-z0-9-]+$/, says: 'Enter a region like eu-central-1.' },
  userPoolId: { shape: /^[\w-]+$/, says: 'Enter a user pool id like eu-central-1_AbCdEf123.' },
  userPoolWebClientId: { shape: /^[\w+]+$/, says: 'The client id can contain only letters and digits.' },
}

/** In one order, so that what is equal is written alike. */
function cognitoOf({ region, userPoolId, userPoolWebClientId, endpoint }: CognitoSettings): CognitoSettings {
  return { region, userPoolId, userPoolWebClientId, endpoint }
}

/** Settings as the database gives them, whose objects have an order of its own. */
export function inOrder(settings: StoredSettings): StoredSettings {
  const { provider, domains, mfaRequired, passwordMaxLength, cognito, oidc } = settings
  return {
    provider,
    domains,
    mfaRequired,
    passwordMaxLength,
    cognito: cognito && cognitoOf(cognito),
    oidc: oidc && { issuer: oidc.issuer, clientId: oidc.clientId, clientSecret: oidc.clientSecret },
  }
}

function requireShapes(cognito: CognitoSettings): void {
  const faults = Object.entries(shapes)
    .filter(([name, { shape }]) => !shape.test(cognito[name as keyof typeof shapes]))
    .map(([name, { says }]) => [`cognito.${name}`, says])
  if (faults.length > 0) throw invalid('sign_in_settings.cognito', Object.fromEntries(faults))
}

/** A secret stays with the issuer and the client that it was entered for: no one else is sent it. */
function changedOidc(
  given: ChangeSignInSettings['oidc'],
  stored: OidcSettings | null,
  encrypt: (secret: string) => string,
): OidcSettings | null {
  if (!given) return given === null ? null : stored
  const { issuer, clientId, clientSecret } = given
  const isSame = stored?.issuer === issuer && stored.clientId === clientId
  const kept = isSame ? stored.clientSecret : null
  return { issuer, clientId, clientSecret: clientSecret === undefined ? kept : encrypt(clientSecret) }
}

function changedCognito(
  given: ChangeSignInSettings['cognito'],
  stored: CognitoSettings | null,
): CognitoSettings | null {
  return given ? cognitoOf(given) : given === null ? null : stored
}

function requireProvider({ provider, cognito, oidc }: StoredSettings): void {
  if (cognito) requireShapes(cognito)
  if (provider === 'cognito' && !cognito) {
    throw invalid('sign_in_settings.cognito', { cognito: 'Enter region, user pool and client first.' })
  }
  if (provider === 'oidc' && !oidc) {
    throw invalid('sign_in_settings.oidc', { oidc: 'Enter issuer and client id first.' })
  }
}

/** The settings after a change. Throws `invalid_input` where they would not hold together. */
export function changedSettings(
  stored: StoredSettings,
  change: ChangeSignInSettings,
  encrypt: (secret: string) => string,
): StoredSettings {
  const { passwordMaxLength = stored.passwordMaxLength } = change
  const changed: StoredSettings = {
    provider: change.provider ?? stored.provider,
    domains: change.domains ? [...new Set(change.domains)].toSorted() : stored.domains,
    mfaRequired: change.mfaRequired ?? stored.mfaRequired,
    passwordMaxLength,
    cognito: changedCognito(change.cognito, stored.cognito),
    oidc: changedOidc(change.oidc, stored.oidc, encrypt),
  }
  requireProvider(changed)
  return changed
}

/** The part of the settings that makes an outside provider, as text; null for the built-in one. */
export function providerKey(settings: StoredSettings): string | null {
  if (settings.provider === 'cognito') return JSON.stringify(['cognito', settings.cognito])
  return settings.provider === 'oidc' ? JSON.stringify(['oidc', settings.oidc]) : null
}

/** The names of the settings that differ, for the audit log. */
export function differences(before: StoredSettings, after: StoredSettings): string[] {
  const names = Object.keys(after) as (keyof StoredSettings)[]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** The domain of an address in lower case, or null where there is none. */
export function domainOf(username: string): string | null {
  const at = username.lastIndexOf('@')
  return at < 0
    ? null
    : username
        .slice(at + 1)
        .trim()
        .toLowerCase() || null
}
