import { AppError, sqlState, violatedConstraint } from '../errors.ts'
import { InvalidPayload } from './subscriber.ts'

const longest = 300
/** Quoted text, addresses, links, long words and long numbers: what may be a value or a secret. */
const values = /"[^"]*"|'[^']*'|`[^`]*`|\S*@\S*|\S+:\/\/\S*|[\w+/=-]{24,}|\d{5,}/g

/** Says why a delivery failed to administrators of the tenant: without values, which messages of errors may name. */
export function describeFailure(error: unknown): string {
  if (error instanceof InvalidPayload) return error.message
  if (error instanceof AppError) return error.reason
  const state = sqlState(error)
  if (state !== undefined) {
    const constraint = violatedConstraint(error)
    return `Database error ${state}${constraint === undefined ? '' : `, constraint ${constraint}`}`
  }
  const [name, message] = error instanceof Error ? [error.name, error.message] : ['Error', String(error)]
  return `${name}: ${message.replaceAll(values, '…')}`.slice(0, longest)
}
