import type { Application } from './application.ts'

export interface Instance {
  administrator: { email: string; password: string | null }
  fresh: boolean
}

function addressOf(application: Application): string {
  const { publicUrl, host, port } = application.platform.config
  const bound = application.app.server.address()
  const actual = typeof bound === 'object' && bound ? bound.port : port
  const isEveryNetwork = ['0.0.0.0', '::', '127.0.0.1'].includes(host)
  const name = host.includes(':') ? `[${host}]` : host
  return publicUrl ?? `http://${isEveryNetwork ? 'localhost' : name}:${actual}`
}

/** Prints where Steward answers and how to sign in. A generated password is shown this once. */
export function announce(application: Application, instance: Instance): void {
  const { config } = application.platform
  const where = config.roles.web ? `at ${addressOf(application)}` : 'as a worker'
  const lines = [`Steward is running ${where}`]
  if (instance.fresh) {
    lines.push(
      '',
      'Sign in as the first administrator:',
      `  username  ${instance.administrator.email}`,
      `  password  ${instance.administrator.password ?? '(the ADMIN_PASSWORD you set)'}`,
      ...(instance.administrator.password ? ['', 'This password is shown only once. Save it now.'] : []),
    )
  } else {
    lines.push(`Sign in as ${instance.administrator.email} or any other user.`)
  }
  if (!config.databaseUrl) lines.push('', `Your data is in ${config.dataDir}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}
