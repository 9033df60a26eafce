import { resolve } from 'node:path'
import type { Environment } from './env.ts'

export interface S3Config {
  bucket: string
  endpoint: string | undefined
  region: string
  /** undefined: what the machine itself is allowed. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  forcePathStyle: boolean
}

export interface TelemetryConfig {
  tracesUrl: string
  metricsUrl: string
  headers: Record<string, string>
  serviceName: string
  /** The share of calls and jobs to trace, from 0 to 1. */
  sampled: number
}

export interface Config {
  port: number
  host: string
  /** The second address for health and metrics; undefined: nowhere. */
  operationsPort: number | undefined
  /** The token with which other machines read /metrics; undefined: only this machine can. */
  metricsToken: string | undefined
  /** Where traces and metrics are sent; undefined: nowhere. */
  telemetry: TelemetryConfig | undefined
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  trustedProxies: string[]
  /** The pages that new users are shown links to. */
  legal: { privacyUrl: string | undefined; termsUrl: string | undefined }
  databasePool: number
  /** The limits of calls; times in milliseconds. */
  calls: { atOnce: number; connections: number; longestStatement: number }
  /** The first one is used, all are accepted; undefined: the one in the data folder. */
  secretKeys: readonly string[] | undefined
  /** Whether addresses that administrators enter may lie in a private network. */
  allowPrivateAddresses: boolean
  /** Name servers for the records of domains; those of the system when empty. */
  dnsServers: readonly string[]
  /** Where reference rates of currencies are fetched; undefined: nowhere. */
  exchangeRatesUrl: string | undefined
  /** Whether companies may have logos fetched from the websites of their customers. */
  fetchLogos: boolean
  /** The mail server; undefined: mails stay in the outbox. */
  mail: { url: string; from: string } | undefined
  /** The provider of text messages; undefined: they stay in the outbox. */
  sms: { url: string; account: string; token: string; from: string } | undefined
  /** Where files and pictures lie; undefined: in the data folder. */
  s3: S3Config | undefined
  administrator: { email: string; password: string | undefined }
  demo: boolean
  starterFields: boolean
  backupBeforeUpgrade: boolean
  roles: { web: boolean; worker: boolean }
  /** For how many days what grows is kept; undefined: for good. */
  keptDays: {
    ledger: number | undefined
    audit: number | undefined
    scores: number | undefined
    imports: number | undefined
    sessions: number
    messages: number
    notifications: number
    scenarios: number
  }
  /** Milliseconds for which a process that was asked to stop still takes calls. */
  drain: number
  logLevel: Environment['LOG_LEVEL']
  validateResponses: boolean
}

function mailOf({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Environment): Config['mail'] {
  if (SMTP_URL === undefined) return undefined
  const host = PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname
  return { url: SMTP_URL, from: MAIL_FROM ?? `Steward <steward@${host}>` }
}

function smsOf({ SMS_URL, SMS_ACCOUNT, SMS_TOKEN, SMS_FROM }: Environment): Config['sms'] {
  if (SMS_URL === undefined) return undefined
  return { url: SMS_URL, account: SMS_ACCOUNT ?? '', token: SMS_TOKEN ?? '', from: SMS_FROM ?? '' }
}

function s3Of(environment: Environment): S3Config | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY = '' } = environment
  if (S3_BUCKET === undefined) return undefined
  return {
    bucket: S3_BUCKET,
    endpoint: environment.S3_ENDPOINT,
    region: environment.S3_REGION,
    credentials:
      S3_ACCESS_KEY_ID === undefined
        ? undefined
        : { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    forcePathStyle: environment.S3_FORCE_PATH_STYLE,
  }
}

function telemetryOf(environment: Environment): TelemetryConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = environment
  if (endpoint === undefined) return undefined
  const base = endpoint.replace(/\/+$/, '')
  const pairs = headers.split(',').filter(Boolean)
  return {
    tracesUrl: `${base}/v1/traces`,
    metricsUrl: `${base}/v1/metrics`,
    headers: Object.fromEntries(
      pairs.map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [name.trim(), decodeURIComponent(value.join('=').trim())]
      }),
    ),
    serviceName: environment.OTEL_SERVICE_NAME,
    sampled: environment.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Groups what the environment says. */
export function configure(environment: Environment): Config {
  return {
    port: environment.PORT,
    host: environment.HOST,
    operationsPort: environment.OPERATIONS_PORT,
    metricsToken: environment.METRICS_TOKEN,
    telemetry: telemetryOf(environment),
    dataDir: resolve(environment.DATA_DIR),
    databaseUrl: environment.DATABASE_URL,
    publicUrl: environment.PUBLIC_URL,
    trustedProxies: environment.TRUSTED_PROXIES,
    legal: { privacyUrl: environment.PRIVACY_URL, termsUrl: environment.TERMS_URL },
    databasePool: environment.DATABASE_POOL,
    calls: {
      atOnce: environment.CALLS_AT_ONCE ?? 4 * environment.DATABASE_POOL,
      connections: environment.MAX_CONNECTIONS,
      longestStatement: environment.STATEMENT_TIMEOUT * 1000,
    },
    secretKeys: environment.SECRET_KEY,
    allowPrivateAddresses: environment.ALLOW_PRIVATE_ADDRESSES,
    dnsServers: environment.DNS_SERVERS,
    exchangeRatesUrl: environment.EXCHANGE_RATES_URL,
    fetchLogos: environment.FETCH_LOGOS,
    mail: mailOf(environment),
    sms: smsOf(environment),
    s3: s3Of(environment),
    administrator: { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
    demo: environment.DEMO ?? environment.DATABASE_URL === undefined,
    starterFields: environment.STARTER_FIELDS,
    backupBeforeUpgrade: environment.BACKUP_BEFORE_UPGRADE ?? environment.DATABASE_URL === undefined,
    roles: { web: environment.ROLES.includes('web'), worker: environment.ROLES.includes('worker') },
    keptDays: {
      ledger: environment.KEEP_LEDGER_DAYS,
      audit: environment.KEEP_AUDIT_DAYS,
      scores: environment.KEEP_SCORE_DAYS,
      imports: environment.KEEP_IMPORT_DAYS,
      sessions: environment.KEEP_SESSION_DAYS,
      messages: environment.KEEP_MESSAGE_DAYS,
      notifications: environment.KEEP_NOTIFICATION_DAYS,
      scenarios: environment.KEEP_SCENARIO_DAYS,
    },
    drain: 1000 * (environment.DRAIN_SECONDS ?? (environment.DATABASE_URL === undefined ? 0 : 3)),
    logLevel: environment.LOG_LEVEL,
    validateResponses: environment.NODE_ENV === 'test',
  }
}
