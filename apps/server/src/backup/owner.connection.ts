import pg from 'pg'

/** It writes times and numbers the same everywhere. */
async function connectOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'steward-backup' })
  // A connection that breaks is reported by the statement that needs it.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC';
    set datestyle = 'ISO, YMD'; set bytea_output = 'hex'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
    set jit = off`)
  return client
}

/** Works with a connection of the owner that has no limits of time; what it began and did not commit is undone. */
export async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectOwner(url)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
