import type { MailContent } from './message.layout.ts'

/* What each message is about. */

export interface Invitation {
  username: string
  temporaryPassword: string
  /** How long the temporary password works, in minutes. */
  validMinutes: number
  firstName?: string
  /** The name of the inviting user. */
  invitedBy?: string
}

export interface Reset {
  username: string
  code: string
  validMinutes: number
  firstName?: string
}

export interface Locked {
  username: string
  /** Of the link that unlocks. */
  token: string
  /** After which the account opens by itself. */
  validMinutes: number
  firstName?: string
}

/** Where and when something was done, as far as it is known. */
export interface Circumstances {
  username: string
  firstName?: string
  at: Date
  address: string | null
  /** In words: Firefox on Windows. */
  device: string | null
}

export interface FactorOn extends Circumstances {
  method: 'authenticator' | 'sms'
}

export interface FactorDisabled {
  username: string
  firstName?: string
  at: Date
  administrator: string
}

export interface WebhookDisabled {
  firstName: string
  /** Of the endpoint. */
  host: string
  /** A sentence. */
  reason: string
  webhookId: number
  at: Date
}

export interface News {
  firstName?: string
  /** New notifications, the latest first: a sentence and the id of each. */
  items: readonly { id: number; text: string }[]
  /** How many there are beside those. */
  more: number
  isDigest: boolean
}

export interface Code {
  code: string
  validMinutes: number
}

export interface SurveyInvitation {
  subject: string
  question: string
  text: string
  /** Links to the answers of a scale; null for a survey that begins otherwise. */
  scale: NonNullable<MailContent['scale']> | null
  /** Opens the page of the survey, where it begins otherwise. */
  button: NonNullable<MailContent['button']>
  /** Who asks, and how people say that they want no more. */
  closing: string
  /** Absent in mails that an older version wrote. */
  leave?: { label: string; href: string }
  /** The language of all this, as `de`. */
  language: string
}
