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
  PORT: port.prefault('3000').describe('Port of the web server; 0 picks a free one.'),
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
    .describe('The public address of Steward, such as `https://steward.example.com`, without a path.'),
  PRIVACY_URL: webAddress().optional().describe('The address of your privacy policy, shown to new users.'),
  TERMS_URL: webAddress().optional().describe('The address of your terms of service, shown to new users.'),
  TRUSTED_PROXIES: textWithout(networksFault)
    .default('loopback')
    .transform((value) => value.split(',').map((proxy) => proxy.trim()))
    .describe(
      'Proxies whose word counts on where a call comes from: addresses, networks such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`, with commas.',
    ),
  ADMIN_EMAIL: z
    .email('Enter an email address like you@example.com.')
    .default('admin@example.com')
    .describe('Username of the first administrator of a fresh instance.'),
  ADMIN_PASSWORD: optionalText.describe(
    'Password of the first administrator; generated and printed once when absent.',
  ),
  SECRET_KEY: z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32, 'Each key must have at least 32 characters.')).min(1))
    .optional()
    .describe(
      'The key for signing and encryption, at least 32 random characters. Separate several keys by commas: the first is used, all are accepted. Generated once into `DATA_DIR/secret-key` when absent; processes on different machines need the same key.',
    ),
  ALLOW_PRIVATE_ADDRESSES: flag
    .default(false)
    .describe(
      'Whether addresses that administrators enter may be in a private network or without TLS, such as your own sign-in provider; off by default.',
    ),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((server) => server.trim() || []))
    .describe(
      'Name servers at which DNS records of sign-in domains are looked up, as `address` or `address:port`, separated by commas; those of the system when absent.',
    ),
  EXCHANGE_RATES_URL: webAddress()
    .optional()
    .describe(
      'The address to fetch the euro reference rates of the European Central Bank from every day, as CSV or its archive, such as `https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.zip`; nothing is fetched when absent. Rates entered by hand are kept.',
    ),
  FETCH_LOGOS: flag
    .default(false)
    .describe(
      'Whether companies may have Steward fetch the logos of their customers from their websites; off by default. Each company turns it on in its settings.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Use the form smtp://user:password@host:port or smtps://…' })
    .refine(isDecodable, 'Write a percent sign in the user or password as %25.')
    .optional()
    .describe(
      'The mail server, as `smtp://user:password@host:port` or `smtps://…`; it may have a private address. Mails stay in the outbox when absent.',
    ),
  MAIL_FROM: text
    .refine(isSender, 'Use the form Steward <steward@example.com>.')
    .optional()
    .describe(
      'The sender of mails, as `Steward <steward@example.com>`; an address at the host of PUBLIC_URL when absent.',
    ),
  SMS_URL: webAddress()
    .optional()
    .describe(
      "The address to send text messages to, in Twilio's format: `https://api.twilio.com/2010-04-01/Accounts/<account>/Messages.json`; it may have a private address. They stay in the outbox when absent.",
    ),
  SMS_ACCOUNT: optionalText.describe('The account at the provider of text messages.'),
  SMS_TOKEN: optionalText.describe('The token of that account.'),
  SMS_FROM: optionalText.describe('The number or the name that text messages come from.'),
  S3_BUCKET: optionalText.describe(
    'The bucket for files, pictures, uploads and exports, in S3 or a compatible service; they are in `DATA_DIR` when absent.',
  ),
  S3_ENDPOINT: webAddress()
    .optional()
    .describe("The address of the S3-compatible service; Amazon's when absent. It may be private."),
  S3_REGION: text.default('us-east-1').describe('The region of the bucket.'),
  S3_ACCESS_KEY_ID: optionalText.describe(
    'The access key of the bucket; when absent, the permissions of the machine, such as its instance role.',
  ),
  S3_SECRET_ACCESS_KEY: optionalText.describe('The secret of that key.'),
  S3_FORCE_PATH_STYLE: flag
    .default(false)
    .describe('Whether the bucket is in the path of addresses, as most other services need it.'),
  OPERATIONS_PORT: port
    .optional()
    .describe(
      'A second port for /healthz, /readyz and /metrics only, in every process, including workers; none when absent, 0 picks a free one.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('Use the form http://collector:4318')
    .optional()
    .describe(
      'The OpenTelemetry collector for traces and metrics, as OTLP over HTTP: `http://collector:4318`. Nothing is sent when absent.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .refine(isHeaderList, 'Use the form name=value,name=value; write special characters as %XX.')
    .optional()
    .describe('Headers to send along, such as a key: `name=value,name=value`.'),
  OTEL_SERVICE_NAME: text.default('steward').describe('Name of this service in traces and metrics.'),
  OTEL_TRACES_SAMPLER_ARG: decimalNumber(0, 1)
    .prefault('1')
    .describe('The share of calls and jobs to trace, from 0 to 1.'),
  METRICS_TOKEN: optionalText.describe(
    'The token that Prometheus sends as `Authorization: Bearer …` to read /metrics. When absent, PORT answers only this machine and never through a proxy, and OPERATIONS_PORT anyone who can reach it.',
  ),
  DEMO: flag
    .optional()
    .describe('Whether a fresh instance gets the demo customers; on by default with the embedded database.'),
  STARTER_FIELDS: flag
    .default(true)
    .describe(
      'Whether organizations and accounts of a new company start with the fields ARR, renewal date, tier, contract start and website domain.',
    ),
  BACKUP_BEFORE_UPGRADE: flag
    .optional()
    .describe(
      'Whether the database is backed up into `DATA_DIR/backups` before an upgrade changes it; on by default with the embedded database. The last 3 are kept.',
    ),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'], 'Use web, worker, or web,worker.')))
    .describe('The roles of this process: web, worker, or both.'),
  KEEP_LEDGER_DAYS: days
    .optional()
    .describe(
      'Days to keep the old values of records, and to be able to undo; stages, pulses and authors are kept longer. Forever when absent.',
    ),
  KEEP_AUDIT_DAYS: days.optional().describe('Days to keep audit log entries; forever when absent.'),
  KEEP_SCORE_DAYS: days
    .optional()
    .describe('Days to keep the explanations of health scores; forever when absent.'),
  KEEP_IMPORT_DAYS: days
    .optional()
    .describe('Days to keep finished imports and bulk updates; forever when absent.'),
  KEEP_SESSION_DAYS: days.prefault('90').describe('Days to keep ended sessions.'),
  KEEP_MESSAGE_DAYS: days
    .prefault('365')
    .describe('Days to keep sent and failed mails and text messages in the outbox.'),
  KEEP_NOTIFICATION_DAYS: days
    .prefault('180')
    .describe('Days to keep notifications that nothing was added to.'),
  KEEP_SCENARIO_DAYS: days
    .prefault('90')
    .describe('Days to keep what scenarios did to each record, from when the record left the scenario.'),
  DRAIN_SECONDS: decimalNumber(0, 300)
    .optional()
    .describe(
      'Seconds that a stopping process (SIGTERM) still accepts calls, while /readyz answers 503 so that the load balancer removes it; 3 when absent, 0 with the embedded database.',
    ),
  LOG_LEVEL: z
    .enum(logLevels, `Write one of ${logLevels.join(', ')}.`)
    .default('info')
    .describe('The log level.'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'Write production, development or test.')
    .default('production')
    .describe('test also validates every response.'),
  DATABASE_POOL: wholeNumber(2, 500)
    .prefault('10')
    .describe('Maximum database connections for calls of this process; jobs have their own.'),
  CALLS_AT_ONCE: wholeNumber(2, 5000)
    .optional()
    .describe(
      'Maximum concurrent calls of this process; others wait up to two seconds. Four times DATABASE_POOL when absent.',
    ),
  STATEMENT_TIMEOUT: decimalNumber(1, 600)
    .prefault('15')
    .describe('Seconds that a query of a call may take; jobs may take longer.'),
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000)
    .prefault('5000')
    .describe('Maximum connections to the web server; the operating system must allow as many open files.'),
})

type Given = Record<string, string | undefined>

/** The variables that another one needs. */
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
  return isSame ? [`OPERATIONS_PORT: It is the same as PORT. Use another number.`] : []
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
  return ['The environment has invalid values:', ...faults.map((fault) => `  ${fault}`)].join('\n')
}

/** Reads the environment. Throws an error that names every fault, a line each, and not only the first. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const { environment, faults } = check(source)
  if (environment && faults.length === 0) return environment
  throw new Error(faultList(faults))
}
