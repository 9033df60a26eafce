import { levelOf, type Level } from '@steward/contracts/level'
import {
  findWebhookEvent,
  webhookAuthentications,
  type WebhookAuthentication,
} from '@steward/contracts/plain/webhook'
import type { Webhook } from '@steward/contracts/webhook'
import { groupOf, hasConditions, ruleOfGroup, type Group } from '../../../entities/rule/index.ts'
import type { SentWebhook } from '../webhook.calls.ts'

export interface HeaderDraft {
  key: number
  name: string
  value: string
  /** A value is stored, and stays while nothing is entered. */
  isStored: boolean
}

/** What the form holds. */
export interface WebhookValues {
  status: 0 | 1
  endpoint: string
  events: readonly string[]
  authentication: WebhookAuthentication
  username: string
  password: string
  token: string
  /** Whose secret is stored. */
  stored: WebhookAuthentication
  headers: readonly HeaderDraft[]
  batches: boolean
  ordered: boolean
  thin: boolean
  condition: Group | null
  includedFields: readonly string[] | null
}

export const emptyValues: WebhookValues = {
  status: 1,
  endpoint: '',
  events: [],
  authentication: webhookAuthentications[0],
  username: '',
  password: '',
  token: '',
  stored: 'none',
  headers: [],
  batches: false,
  ordered: false,
  thin: false,
  condition: null,
  includedFields: null,
}

/** A copy has none of the secrets, which no one can read. */
export function valuesOf(webhook: Webhook, isCopy: boolean): WebhookValues {
  const { authentication, headers, condition } = webhook
  return {
    ...emptyValues,
    status: webhook.status,
    endpoint: webhook.endpoint,
    events: webhook.events,
    authentication: authentication.type,
    username: authentication.username ?? '',
    stored: isCopy ? 'none' : authentication.type,
    headers: headers.map(({ name }, key) => ({ key, name, value: '', isStored: !isCopy })),
    batches: webhook.batches,
    ordered: webhook.ordered,
    thin: webhook.thin,
    condition: condition ? groupOf(condition.rule) : null,
    includedFields: webhook.includedFields,
  }
}

/** The level of all events about records, beside what is logged on any; undefined where they are about several, or none. */
export function levelOfEvents(events: readonly string[]): Level | undefined {
  const found = events.map(findWebhookEvent)
  const levels = new Set(found.filter((event) => !event?.isLogged).map((event) => event?.level ?? null))
  const [level] = levels
  return levels.size === 1 && level ? levelOf(level) : undefined
}

export function conditionOf({ events, condition }: WebhookValues): SentWebhook['condition'] {
  const level = levelOfEvents(events)
  return level && condition && hasConditions(condition)
    ? { level: level.id, rule: ruleOfGroup(condition) }
    : null
}

function authenticationOf(values: WebhookValues): SentWebhook['authentication'] {
  const { authentication: type, username, password, token } = values
  if (type === 'none') return { type }
  if (type === 'basic') return { type, username, ...(password && { password }) }
  return { type, ...(token && { token }) }
}

/** The form as the server takes it. What was not entered is left out, and stays as it is stored. */
export function sentOf(values: WebhookValues): SentWebhook {
  const { status, endpoint, events, headers, batches, ordered, thin, includedFields } = values
  return {
    status,
    endpoint,
    events: [...events],
    authentication: authenticationOf(values),
    headers: headers.map(({ name, value, isStored }) =>
      isStored && value === '' ? { name } : { name, value },
    ),
    batches,
    ordered,
    thin,
    condition: conditionOf(values),
    includedFields: includedFields === null ? null : [...includedFields],
  }
}
