import { AppError, sqlState, violatedConstraint } from './errors.ts'

const longest = 300
/** Quoted text, addresses, links, long words and long numbers: what may be a value or a secret. */
const values = /"[^"]*"|'[^']*'|`[^`]*`|\S*@\S*|\S+:\/\/\S*|[\w+/=-]{24,}|\d{5,}/g

/** Describes a failure to an administrator. Messages of errors may contain values and secrets, so they are left out. */
export function failureText(error: unknown): string {
  const state = sqlState(error)
  if (state !== undefined) {
    const constraint = violatedConstraint(error)
    return `Database error ${state}${constraint === undefined ? '' : ` (${constraint})`}`
  }
  if (error instanceof AppError) return error.reason
  const [name, message] = error instanceof Error ? [error.name, error.message] : ['Error', String(error)]
  const [line = ''] = message.split('\n')
  return `${name}: ${line.replaceAll(values, '…')}`.slice(0, longest)
}
