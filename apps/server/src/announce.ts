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

/** What to do first, for anyone who starts a fresh instance at a terminal. */
function nextSteps({ roles, demo }: Application['platform']['config'], address: string): string[] {
  if (!roles.web) return []
  const first = demo
    ? 'look around: the demo customers appear within a minute'
    : 'choose Import above a list to bring in your customers'
  return [
    '',
    'Next step:',
    `  Open ${address}, log in, and ${first}.`,
    '  docs/use/README.md shows the first five minutes.',
  ]
}

/** Prints where Steward answers and how to sign in. A generated password is shown this once. */
export function announce(application: Application, instance: Instance): void {
  const { config } = application.platform
  const address = addressOf(application)
  const where = config.roles.web ? `at ${address}` : 'as a worker'
  const lines = [`Steward is running ${where}`]
  if (instance.fresh) {
    lines.push(
      '',
      'Log in as the first administrator:',
      `  username  ${instance.administrator.email}`,
      `  password  ${instance.administrator.password ?? '(the ADMIN_PASSWORD you set)'}`,
      ...(instance.administrator.password ? ['', 'This password is shown only once. Save it now.'] : []),
      ...nextSteps(config, address),
    )
  } else {
    lines.push(`Log in as ${instance.administrator.email} or any other user.`)
  }
  if (!config.databaseUrl) lines.push('', `Your data is in ${config.dataDir}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}
