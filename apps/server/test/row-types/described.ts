import type pg from 'pg'
import type { ResultColumn } from './column-kind.ts'

/** The part of the driver's connection that prepares a statement without running it. */
interface Connection {
  parse(statement: { text: string; name: string; types: number[] }): void
  describe(prepared: { type: 'S'; name: string }): void
  sync(): void
}

/** The columns that a statement returns, by preparing it: nothing is run, and no parameters are needed. */
export function describeStatement(client: pg.Client, text: string): Promise<ResultColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: ResultColumn[] = []
    let failure: Error | undefined
    const described = {
      submit(connection: unknown) {
        const { parse, describe, sync } = connection as Connection
        parse.call(connection, { text, name: '', types: [] })
        describe.call(connection, { type: 'S', name: '' })
        sync.call(connection)
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
      },
      handleError(error: Error) {
        failure = error
      },
      handleReadyForQuery() {
        if (failure) reject(failure)
        else resolve(columns)
      },
    }
    client.query(described as unknown as pg.Submittable)
  })
}
