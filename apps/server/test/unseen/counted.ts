import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

interface Count {
  statements: string[]
}

const counts = new AsyncLocalStorage<Count>()
let isCounting = false

/** Statements that are sent once a moment or once a connection, for any caller: announcements, and what caches of tokens refresh. */
const ofNoCall =
  /set_config|pg_notify|find_api_token|api_token\.touch|^(begin|commit|rollback|set |reset |listen|unlisten)/i

type Query = (this: unknown, ...parameters: unknown[]) => unknown

function textOf(first: unknown): string {
  return typeof first === 'string' ? first : String((first as { text?: unknown } | undefined)?.text ?? '')
}

/** Runs work, and answers the statements that it sent itself: those of jobs beside it are not counted. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  if (!isCounting) {
    isCounting = true
    const query = pg.Client.prototype.query as Query
    pg.Client.prototype.query = function counted(this: unknown, ...parameters: unknown[]) {
      const text = textOf(parameters[0])
      if (!ofNoCall.test(text.trim())) counts.getStore()?.statements.push(text)
      return query.apply(this, parameters)
    } as typeof pg.Client.prototype.query
  }
  const count: Count = { statements: [] }
  return { result: await counts.run(count, work), statements: count.statements }
}
