/** Explains why a connection failed, by the error code of the server or the system. */
const advice: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist. Correct the host in DATABASE_URL.',
  EAI_AGAIN:
    'The host name could not be resolved. Check the DNS settings of this machine, and the host in DATABASE_URL.',
  ECONNREFUSED:
    'The connection was refused. Start the server, let it listen on the network (listen_addresses), and check host and port.',
  ETIMEDOUT: 'The server is not responding. Check the firewalls between this machine and the server.',
  '28P01': 'Correct the user or the password in DATABASE_URL; special characters are written as %XX.',
  '28000': 'Let pg_hba.conf of the server accept this user from this machine, or correct the user.',
  '3D000': 'Create the database; see docs/operate/postgresql.md.',
  '53300': 'The server has no connection left. Raise max_connections, or lower DATABASE_POOL.',
}

/** Advice about a failure to connect to a database; undefined for other errors. */
export function connectionAdvice(error: unknown): string | undefined {
  return advice[(error as NodeJS.ErrnoException).code ?? '']
}
