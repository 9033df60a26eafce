import { z } from 'zod'
import {
  databaseUrlFault,
  days,
  decimalNumber,
  flag,
  isDecodable,
  isHeaderList,
  isSender,
  networksFault,
  optionalText,
  port,
  publicUrlFault,
  text,
  textWithout,
  webAddress,
  wholeNumber,
} from './env.values.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every variable that Steward reads. None is needed to start. */
export const environmentSchema = z.object({
  PORT: port.prefault('3000').describe('Port of the web server; 0 takes a free one.'),
  HOST: text.default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for every network.'),
  DATA_DIR: text
    .default('./data')
    .describe('Folder of the embedded database, its password, uploads, files and pictures.'),
  DATABASE_URL: textWithout(databaseUrlFault)
    .optional()
    .describe('A PostgreSQL 18 server to use instead of the embedded one; the user must own the database.'),
  PUBLIC_URL: textWithout(publicUrlFault)
    .transform((value) => new URL(value).origin)
    .optional()
    .describe(
      'The address under which people reach Steward, as `https://steward.example.com`; nothing follows the name.',
    ),
  PRIVACY_URL: webAddress()
    .optional()
    .describe('Where your privacy policy is; new users are shown a link to it.'),
  TERMS_URL: webAddress()
    .optional()
    .describe('Where your terms of service are; new users are shown a link to them.'),
  TRUSTED_PROXIES: textWithout(networksFault)
    .default('loopback')
    .transform((value) => value.split(',').map((proxy) => proxy.trim()))
    .describe(
      'Proxies whose word counts on where a call comes from: addresses, networks such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`, with commas.',
    ),
  ADMIN_EMAIL: z
    .email('Write an address, as you@example.com.')
    .default('admin@example.com')
    .describe('Username of the first administrator of a fresh instance.'),
  ADMIN_PASSWORD: optionalText.describe(
    'Password of the first administrator; generated and printed once when absent.',
  ),
  SECRET_KEY: z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32, 'Each key has at least 32 characters.')).min(1))
    .optional()
    .describe(
      'What signs and encrypts, at least 32 random characters; several with commas: the first is used, all are accepted. Made once into `DATA_DIR/secret-key` when absent; processes on different machines need the same.',
    ),
  ALLOW_PRIVATE_ADDRESSES: flag
    .default(false)
    .describe(
      'Whether addresses that administrators enter may lie in a private network or have no TLS, as those of a sign-in provider of your own; off by default.',
    ),
  EXCHANGE_RATES_URL: webAddress()
    .optional()
    .describe(
      'Where the euro reference rates of the European Central Bank are fetched every day, as CSV or its archive, such as `https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.zip`; nothing is fetched when absent. Rates that somebody entered stand.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Write it as smtp://user:password@host:port or smtps://…' })
    .refine(isDecodable, 'A percent sign in the user or the password is written %25.')
    .optional()
    .describe(
      'The mail server, as `smtp://user:password@host:port` or `smtps://…`; it may have a private address. Mails stay in the outbox when absent.',
    ),
  MAIL_FROM: text
    .refine(isSender, 'Write it as Steward <steward@example.com>.')
    .optional()
    .describe(
      'The sender of mails, as `Steward <steward@example.com>`; an address at the host of PUBLIC_URL when absent.',
    ),
  SMS_URL: webAddress()
    .optional()
    .describe(
      'Where text messages are posted, in the form of Twilio: `https://api.twilio.com/2010-04-01/Accounts/<account>/Messages.json`; it may have a private address. They stay in the outbox when absent.',
    ),
  SMS_ACCOUNT: optionalText.describe('The account at the provider of text messages.'),
  SMS_TOKEN: optionalText.describe('The token of that account.'),
  SMS_FROM: optionalText.describe('The number or the name that text messages come from.'),
  S3_BUCKET: optionalText.describe(
    'The bucket where files, pictures, uploads and exports lie, of S3 or a service that speaks as it does; they lie in `DATA_DIR` when absent.',
  ),
  S3_ENDPOINT: webAddress()
    .optional()
    .describe('The address of that service; the one of Amazon when absent. It may be private.'),
  S3_REGION: text.default('us-east-1').describe('The region of the bucket.'),
  S3_ACCESS_KEY_ID: optionalText.describe(
    'The key to the bucket; when absent, what the machine itself is allowed, as by a role of its instance.',
  ),
  S3_SECRET_ACCESS_KEY: optionalText.describe('The secret of that key.'),
  S3_FORCE_PATH_STYLE: flag
    .default(false)
    .describe('Whether the bucket stands in the path of addresses, as most other services want it.'),
  OPERATIONS_PORT: port
    .optional()
    .describe(
      'A second port, at which every process answers /healthz, /readyz and /metrics and nothing else, also one that is only a worker; none when absent, 0 takes a free one.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('Write it as http://collector:4318')
    .optional()
    .describe(
      'Where traces and metrics go by OpenTelemetry, as OTLP over HTTP: `http://collector:4318`. Nothing is sent when absent.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .refine(isHeaderList, 'Write it as name=value,name=value; special characters as %XX.')
    .optional()
    .describe('Headers to send along, such as a key: `name=value,name=value`.'),
  OTEL_SERVICE_NAME: text.default('steward').describe('Name of this service in traces and metrics.'),
  OTEL_TRACES_SAMPLER_ARG: decimalNumber(0, 1)
    .prefault('1')
    .describe('The part of calls and jobs that is traced, from 0 to 1.'),
  METRICS_TOKEN: optionalText.describe(
    'What Prometheus sends as `Authorization: Bearer …` to read /metrics; when absent, they are read at PORT from this machine alone and not through a proxy, and at OPERATIONS_PORT by whoever reaches it.',
  ),
  DEMO: flag
    .optional()
    .describe('Whether a fresh instance gets the demo customers; on by default with the embedded database.'),
  BACKUP_BEFORE_UPGRADE: flag
    .optional()
    .describe(
      'Whether the database is backed up into `DATA_DIR/backups` before an upgrade changes it; on by default with the embedded database. The last 3 are kept.',
    ),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'], 'Write web, worker, or web,worker.')))
    .describe('What this process does: web, worker, or both.'),
  KEEP_LEDGER_DAYS: days
    .optional()
    .describe(
      'For how many days it is kept what changed in records, and can be undone; stages, pulses and who made a change are kept longer. For good when absent.',
    ),
  KEEP_AUDIT_DAYS: days
    .optional()
    .describe('For how many days entries of the audit log are kept; for good when absent.'),
  KEEP_SCORE_DAYS: days
    .optional()
    .describe('For how many days it is kept how each health score came to be; for good when absent.'),
  KEEP_IMPORT_DAYS: days
    .optional()
    .describe('For how many days imports and mass updates that ended are kept; for good when absent.'),
  KEEP_SESSION_DAYS: days.prefault('90').describe('For how many days sessions that ended are kept.'),
  KEEP_MESSAGE_DAYS: days
    .prefault('365')
    .describe('For how many days mails and text messages that were sent, or given up, stay in the outbox.'),
  DRAIN_SECONDS: decimalNumber(0, 300)
    .optional()
    .describe(
      'For how long a process that was told to stop (SIGTERM) still takes calls, while /readyz says 503 so that a load balancer leaves it; 3 seconds when absent, none with the embedded database.',
    ),
  LOG_LEVEL: z
    .enum(logLevels, `Write one of ${logLevels.join(', ')}.`)
    .default('info')
    .describe('How much is logged.'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'Write production, development or test.')
    .default('production')
    .describe('test also validates every response.'),
  DATABASE_POOL: wholeNumber(2, 500)
    .prefault('10')
    .describe('Most database connections for calls of this process; jobs have others.'),
  CALLS_AT_ONCE: wholeNumber(2, 5000)
    .optional()
    .describe(
      'Most calls that this process works on at once; others wait up to two seconds. Four times DATABASE_POOL when absent.',
    ),
  STATEMENT_TIMEOUT: decimalNumber(1, 600)
    .prefault('15')
    .describe('Seconds that a query of a call may take; jobs may take longer.'),
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000)
    .prefault('5000')
    .describe('Most connections to the web server; the operating system has to allow as many open files.'),
})

type Given = Record<string, string | undefined>

/** What a variable is of no use without. */
const needs: Readonly<Record<string, readonly string[]>> = {
  SMS_URL: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'],
  SMS_ACCOUNT: ['SMS_URL'],
  SMS_TOKEN: ['SMS_URL'],
  SMS_FROM: ['SMS_URL'],
  OTEL_EXPORTER_OTLP_HEADERS: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
  S3_ENDPOINT: ['S3_BUCKET'],
  S3_ACCESS_KEY_ID: ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  S3_SECRET_ACCESS_KEY: ['S3_ACCESS_KEY_ID'],
}

function lacksOf(given: Given): string[] {
  return Object.entries(needs).flatMap(([name, others]) =>
    given[name] === undefined
      ? []
      : others.filter((other) => given[other] === undefined).map((other) => `${other}: ${name} needs it.`),
  )
}

/** A process that is no web process leaves PORT alone. */
function portFaults({ PORT = '3000', OPERATIONS_PORT, ROLES = 'web' }: Given): string[] {
  if (OPERATIONS_PORT === undefined || !ROLES.includes('web')) return []
  const isSame = Number(PORT) === Number(OPERATIONS_PORT) && Number(PORT) > 0
  return isSame ? [`OPERATIONS_PORT: It is the same as PORT. Write another number.`] : []
}

export type Environment = z.infer<typeof environmentSchema>

function check(source: NodeJS.ProcessEnv): { environment: Environment | undefined; faults: string[] } {
  const given = givenIn(source)
  const { data, error } = environmentSchema.safeParse(given)
  const issues = error?.issues ?? []
  const faults = [
    ...issues.map(({ path, message }) => `${String(path[0])}: ${message}`),
    ...lacksOf(given),
    ...portFaults(given),
  ]
  return { environment: data, faults: [...new Set(faults)] }
}

/** The variables that have a value: an empty one counts as absent. */
export function givenIn(source: NodeJS.ProcessEnv): Given {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
}

/** Every fault of the environment, not only the first: a variable and a sentence each. */
export function environmentFaults(source: NodeJS.ProcessEnv): string[] {
  return check(source).faults
}

/** One text about several faults, a line each. */
export function faultList(faults: readonly string[]): string {
  return ['The environment has faults:', ...faults.map((fault) => `  ${fault}`)].join('\n')
}

/** Reads the environment. Throws an error that names every fault, a line each, and not only the first. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const { environment, faults } = check(source)
  if (environment && faults.length === 0) return environment
  throw new Error(faultList(faults))
}
