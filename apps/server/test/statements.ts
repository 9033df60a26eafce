import pg from 'pg'
import { vi } from 'vitest'

/** The texts of the statements that this process sends while something is done; those of other work meanwhile, too. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const send = pg.Client.prototype.query as (...parts: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...parts: unknown[]
  ) {
    const [first] = parts as [string | { text: string }]
    texts.push(typeof first === 'string' ? first : first.text)
    return send.apply(this, parts) as never
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return texts
}

/** Those that read something, other than the frame of a transaction. */
export const isReading = (text: string): boolean => /\b(?:select|with)\b/i.test(text)
