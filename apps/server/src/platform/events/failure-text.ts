import { AppError, sqlState, violatedConstraint } from '../errors.ts'

/** What failed, for an administrator: what databases and libraries say may hold values, which are left out. */
export function failureText(error: unknown): string {
  const state = sqlState(error)
  if (state !== undefined) {
    const constraint = violatedConstraint(error)
    return `Database error ${state}${constraint === undefined ? '' : ` (${constraint})`}`
  }
  if (error instanceof AppError) return `${error.reason}: ${error.message}`
  return error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error)
}
