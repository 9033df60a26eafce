import { randomBytes } from 'node:crypto'
import type { WebhookInput } from '@steward/contracts/webhook'
import { invalid } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { StoredWebhook } from './webhook.store.ts'

/** What the columns are encrypted for. */
const webhookPurposes = {
  secret: 'webhook-secret',
  credential: 'webhook-credential',
  headers: 'webhook-headers',
} as const

/** What is sent with a call, readable. */
export interface Credentials {
  /** The secrets that sign: the current one first. */
  secrets: string[]
  authentication:
    | { type: 'none' }
    | { type: 'basic'; username: string; password: string }
    | { type: 'token'; token: string }
  headers: readonly (readonly [name: string, value: string])[]
}

type Kept = Pick<StoredWebhook, 'authentication' | 'username' | 'credential' | 'headerNames' | 'headerValues'>

type Signing = Kept & Pick<StoredWebhook, 'secret' | 'previousSecret' | 'previousUntil'>

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export const sealSecret = (secrets: Secrets, text: string): string =>
  secrets.encrypt(text, webhookPurposes.secret)

function headerValuesOf(secrets: Secrets, { headerValues }: Pick<Kept, 'headerValues'>): string[] {
  if (headerValues === null) return []
  return JSON.parse(secrets.decrypt(headerValues, webhookPurposes.headers)) as string[]
}

/** Opens what a webhook is called with. A previous secret signs until its time. */
export function openCredentials(secrets: Secrets, stored: Signing, now: Date): Credentials {
  const open = (text: string) => secrets.decrypt(text, webhookPurposes.secret)
  const isOverlapping = stored.previousUntil !== null && stored.previousUntil > now
  const previous = isOverlapping && stored.previousSecret !== null ? [open(stored.previousSecret)] : []
  const values = headerValuesOf(secrets, stored)
  return {
    secrets: [...(stored.secret === null ? [] : [open(stored.secret)]), ...previous],
    authentication: openAuthentication(secrets, stored),
    headers: stored.headerNames.map((name, at) => [name, values[at] ?? ''] as const),
  }
}

function openAuthentication(secrets: Secrets, stored: Kept): Credentials['authentication'] {
  if (stored.authentication === 'none' || stored.credential === null) return { type: 'none' }
  const credential = secrets.decrypt(stored.credential, webhookPurposes.credential)
  return stored.authentication === 'basic'
    ? { type: 'basic', username: stored.username ?? '', password: credential }
    : { type: 'token', token: credential }
}

function credentialOf(
  secrets: Secrets,
  authentication: WebhookInput['authentication'],
  kept: Kept | undefined,
): string | null {
  if (authentication.type === 'none') return null
  const given = authentication.type === 'basic' ? authentication.password : authentication.token
  if (given !== undefined && given !== '') return secrets.encrypt(given, webhookPurposes.credential)
  if (kept?.authentication === authentication.type && kept.credential !== null) return kept.credential
  throw authentication.type === 'basic'
    ? invalid('webhook.password', { 'authentication.password': 'Enter a password.' })
    : invalid('webhook.token', { 'authentication.token': 'Enter a token.' })
}

/**
 * Encrypts what a form has; what it leaves out stays as it is stored. Throws `invalid_input` where nothing is stored
 * that could stay.
 */
export function sealCredentials(
  secrets: Secrets,
  { authentication, headers }: Pick<WebhookInput, 'authentication' | 'headers'>,
  kept: Kept | undefined,
): Kept {
  const storedValues = kept ? headerValuesOf(secrets, kept) : []
  const storedOf = (name: string) =>
    storedValues[kept?.headerNames.findIndex((one) => one.toLowerCase() === name.toLowerCase()) ?? -1]
  const values = headers.map(({ name, value }, at) => {
    const found = value ?? storedOf(name)
    if (found === undefined) throw invalid('webhook.header', { [`headers.${at}.value`]: 'Enter a value.' })
    return found
  })
  return {
    authentication: authentication.type,
    username: authentication.type === 'basic' ? authentication.username : null,
    credential: credentialOf(secrets, authentication, kept),
    headerNames: headers.map(({ name }) => name),
    headerValues:
      values.length === 0 ? null : secrets.encrypt(JSON.stringify(values), webhookPurposes.headers),
  }
}
