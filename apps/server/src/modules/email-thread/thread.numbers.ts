import { mailStates, type MailState } from '@steward/contracts/email'
import { audiences, type Audience } from '@steward/contracts/timeline'

/** In the order of the numbers by which the database keeps them. */
export const addressRoles = ['from', 'to', 'cc', 'bcc', 'replyTo'] as const

export type AddressRole = (typeof addressRoles)[number]

export const stateNumber = (state: MailState): number => mailStates.indexOf(state)
export const stateOf = (number: number): MailState => mailStates[number] as MailState
export const audienceNumber = (audience: Audience): number => audiences.indexOf(audience)
export const audienceOf = (number: number): Audience => audiences[number] as Audience
