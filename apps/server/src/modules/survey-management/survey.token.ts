import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Secrets } from '../../platform/secrets/secrets.ts'

const purpose = 'survey'

/** `a`: one person who was asked; `o`: anyone with the link of a survey; `s`: the pages of a company. */
export type TokenKind = 'a' | 'o' | 's'

export interface SurveyToken {
  kind: TokenKind
  tenantId: number
  /** Of the ask or the survey; 0 for a company. */
  id: number
}

const signature = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const textOf = ({ kind, tenantId, id }: SurveyToken): string => `${kind}.${tenantId}.${id}`

/** Names an ask, a survey or a company in addresses, signed, so that no one can guess another. */
export function signToken(secrets: Secrets, token: SurveyToken): string {
  const text = textOf(token)
  return `${text}.${signature(secrets.key(purpose), text).toString('base64url')}`
}

/** Tokens that were ours: an open link is in many hands, and a page calls several times. The keys stay while Steward runs. */
const known = new WeakMap<Secrets, LRUCache<string, SurveyToken>>()
const mostKnown = 5000

function knownTokens(secrets: Secrets): LRUCache<string, SurveyToken> {
  const tokens = known.get(secrets) ?? new LRUCache<string, SurveyToken>({ max: mostKnown })
  known.set(secrets, tokens)
  return tokens
}

/** What a token names; undefined where it is not ours. */
export function readToken(secrets: Secrets, text: string): SurveyToken | undefined {
  const tokens = knownTokens(secrets)
  const token = tokens.get(text) ?? checkToken(secrets, text)
  if (token) tokens.set(text, token)
  return token
}

function checkToken(secrets: Secrets, text: string): SurveyToken | undefined {
  const [, kind, tenant, id, given] = /^([aos])\.(\d{1,9})\.(\d{1,15})\.([\w-]{43})$/.exec(text) ?? []
  if (given === undefined) return undefined
  const token = { kind: kind as TokenKind, tenantId: Number(tenant), id: Number(id) }
  const signed = Buffer.from(given, 'base64url')
  const isOurs = secrets
    .keys(purpose)
    .some(({ key }) => timingSafeEqual(signature(key, textOf(token)), signed))
  return isOurs ? token : undefined
}

/** The key by which a company signs the users of its pages. It follows from the key of the instance. */
export function signingKey(secrets: Secrets, tenantId: number): string {
  return createHmac('sha256', secrets.key('survey-signing')).update(String(tenantId)).digest('hex')
}

/** Whether a page signed a name with the key of its company, or with one from before the instance's key was replaced. */
export function isSigned(secrets: Secrets, tenantId: number, name: string, given: string): boolean {
  const sent = Buffer.from(given, 'utf8')
  return secrets.keys('survey-signing').some(({ key }) => {
    const own = createHmac('sha256', key).update(String(tenantId)).digest('hex')
    const expected = Buffer.from(createHmac('sha256', own).update(name).digest('hex'), 'utf8')
    return expected.length === sent.length && timingSafeEqual(expected, sent)
  })
}
