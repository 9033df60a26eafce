import { errorSchema } from '@steward/contracts/api'
import type { Operation } from '../api-operation.ts'
import { foreignBytes } from './canary.ts'

export interface Given {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** What no answer tells: where the program stands, what it asked the database, and how that failed. */
const inside =
  /\bat (?:async )?[\w.<>]+ \(?(?:file:|\/)|node_modules\/|syntax error at or near|violates \w+ constraint|duplicate key value|current transaction is aborted|\bpg_catalog\b/

function faultOfError({ text }: Given): string | undefined {
  try {
    const read = errorSchema.safeParse(JSON.parse(text))
    return read.success ? undefined : 'a failure in another shape'
  } catch {
    return 'a failure that is no JSON'
  }
}

/**
 * What is wrong with an answer, in words. Of good ones the schema was checked as they were written: one that
 * does not match is a 500.
 */
export function faultsOf(operation: Operation, given: Given, asked: string): string[] {
  const { status, text, headers } = given
  const faults: string[] = []
  if (status >= 500) faults.push(`answers ${status}: ${text.slice(0, 300)}`)
  else if (!(status in operation.responses) && status !== 302)
    faults.push(`answers ${status}, which is not described`)
  const shape = status >= 400 && status < 500 ? faultOfError(given) : undefined
  if (shape) faults.push(`answers ${shape}`)
  if (inside.test(text)) faults.push(`tells what is inside: ${inside.exec(text)?.[0]}`)
  const foreign = foreignBytes(`${JSON.stringify(headers)}${text}`, asked)
  if (foreign.length > 0) faults.push(`tells of another tenant: ${foreign.slice(0, 5).join(', ')}`)
  return faults
}
