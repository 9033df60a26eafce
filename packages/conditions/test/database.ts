import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

/** A connection of its own; tables made with `create temporary table` go when it ends. */
export async function connect(): Promise<Client> {
  const connectionString: string | undefined = inject('databaseUrl')
  // Without an address the driver would try whatever listens on this machine.
  if (connectionString === undefined) throw new Error('Provide databaseUrl in the global setup of the tests.')
  const client = new Client({ connectionString })
  await client.connect()
  return client
}
