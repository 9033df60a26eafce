/** What a refusal to connect means, by what the server or the system called it. */
const advice: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No machine has this name. Correct the host in DATABASE_URL.',
  EAI_AGAIN:
    'No name can be looked up now. Look at how this machine asks for names, and at the host in DATABASE_URL.',
  ECONNREFUSED:
    'Nothing listens there. Start the server, let it listen on the network (listen_addresses), and correct host and port.',
  ETIMEDOUT: 'Nothing answers. Look at firewalls between this machine and the server.',
  '28P01': 'Correct the user or the password in DATABASE_URL; special characters are written as %XX.',
  '28000': 'Let pg_hba.conf of the server accept this user from this machine, or correct the user.',
  '3D000': 'Make the database; see docs/operate/postgresql.md.',
  '53300': 'The server has no connection left. Raise max_connections, or lower DATABASE_POOL.',
}

/** What to do about an error of connecting to a database; undefined where it is no such error. */
export function connectionAdvice(error: unknown): string | undefined {
  return advice[(error as NodeJS.ErrnoException).code ?? '']
}
