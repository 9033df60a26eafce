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

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  trustedProxies: string[]
  /** What new users are shown links to. */
  legal: { privacyUrl: string | undefined; termsUrl: string | undefined }
  databasePool: number
  /** The first one is used, all are accepted; undefined: the one in the data folder. */
  secretKeys: readonly string[] | undefined
  /** Whether addresses that administrators enter may lie in a private network. */
  allowPrivateAddresses: boolean
  /** The mail server; undefined: mails stay in the outbox. */
  mail: { url: string; from: string } | undefined
  /** The provider of text messages; undefined: they stay in the outbox. */
  sms: { url: string; account: string; token: string; from: string } | undefined
  /** Where files and pictures lie; undefined: in the data folder. */
  s3: S3Config | undefined
  administrator: { email: string; password: string | undefined }
  demo: boolean
  roles: { web: boolean; worker: boolean }
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

/** Groups what the environment says. */
export function configure(environment: Environment): Config {
  return {
    port: environment.PORT,
    host: environment.HOST,
    dataDir: resolve(environment.DATA_DIR),
    databaseUrl: environment.DATABASE_URL,
    publicUrl: environment.PUBLIC_URL,
    trustedProxies: environment.TRUSTED_PROXIES,
    legal: { privacyUrl: environment.PRIVACY_URL, termsUrl: environment.TERMS_URL },
    databasePool: environment.DATABASE_POOL,
    secretKeys: environment.SECRET_KEY,
    allowPrivateAddresses: environment.ALLOW_PRIVATE_ADDRESSES,
    mail: mailOf(environment),
    sms: smsOf(environment),
    s3: s3Of(environment),
    administrator: { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
    demo: environment.DEMO ?? environment.DATABASE_URL === undefined,
    roles: { web: environment.ROLES.includes('web'), worker: environment.ROLES.includes('worker') },
    logLevel: environment.LOG_LEVEL,
    validateResponses: environment.NODE_ENV === 'test',
  }
}
