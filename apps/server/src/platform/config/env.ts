import { z } from 'zod'

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))

const optionalText = z.string().trim().min(1).optional()

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

function isSender(text: string | undefined): boolean {
  return text === undefined || /^(?:[^<>@\s]+@[^<>@\s]+|[^<>]*<[^<>@\s]+@[^<>@\s]+>)$/.test(text)
}

const variables = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(3000)
    .describe('Port of the web server; 0 takes a free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for every network.'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder of the embedded database, its password, uploads, files and pictures.'),
  DATABASE_URL: optionalText.describe(
    'A PostgreSQL 18 server to use instead of the embedded one; the user must own the database.',
  ),
  PUBLIC_URL: z.url().optional().describe('The address under which people reach Steward.'),
  PRIVACY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where your privacy policy is; new users are shown a link to it.'),
  TERMS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where your terms of service are; new users are shown a link to them.'),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((value) => value.split(',').map((proxy) => proxy.trim()))
    .describe(
      'Proxies whose word counts on where a call comes from: addresses, networks such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`, with commas.',
    ),
  ADMIN_EMAIL: z
    .email()
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
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Write it as smtp://user:password@host:port or smtps://…' })
    .refine(isDecodable, 'A percent sign in the user or the password is written %25.')
    .optional()
    .describe(
      'The mail server, as `smtp://user:password@host:port` or `smtps://…`; it may have a private address. Mails stay in the outbox when absent.',
    ),
  MAIL_FROM: optionalText
    .refine(isSender, 'Write it as Steward <steward@example.com>.')
    .describe(
      'The sender of mails, as `Steward <steward@example.com>`; an address at the host of PUBLIC_URL when absent.',
    ),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'Write it as https://…' })
    .optional()
    .describe(
      'Where text messages are posted, in the form of Twilio: `https://api.twilio.com/2010-04-01/Accounts/<account>/Messages.json`; it may have a private address. They stay in the outbox when absent.',
    ),
  SMS_ACCOUNT: optionalText.describe('The account at the provider of text messages.'),
  SMS_TOKEN: optionalText.describe('The token of that account.'),
  SMS_FROM: optionalText.describe('The number or the name that text messages come from.'),
  S3_BUCKET: optionalText.describe(
    'The bucket where files and pictures lie, of S3 or a service that speaks as it does; they lie in `DATA_DIR/files` when absent.',
  ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'Write it as https://…' })
    .optional()
    .describe('The address of that service; the one of Amazon when absent. It may be private.'),
  S3_REGION: z.string().trim().min(1).default('us-east-1').describe('The region of the bucket.'),
  S3_ACCESS_KEY_ID: optionalText.describe(
    'The key to the bucket; when absent, what the machine itself is allowed, as by a role of its instance.',
  ),
  S3_SECRET_ACCESS_KEY: optionalText.describe('The secret of that key.'),
  S3_FORCE_PATH_STYLE: flag
    .default(false)
    .describe('Whether the bucket stands in the path of addresses, as most other services want it.'),
  DEMO: flag
    .optional()
    .describe('Whether a fresh instance gets the demo customers; on by default with the embedded database.'),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'])).min(1))
    .describe('What this process does: web, worker, or both.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('production')
    .describe('test also validates every response.'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(10)
    .describe('Most database connections of this process.'),
})

/** What a variable is of no use without. */
const needs = {
  SMS_URL: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'],
  S3_ENDPOINT: ['S3_BUCKET'],
  S3_ACCESS_KEY_ID: ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  S3_SECRET_ACCESS_KEY: ['S3_ACCESS_KEY_ID'],
} as const

/** Every variable that Steward reads. None is needed to start. */
export const environmentSchema = variables.check((context) => {
  const given = context.value
  for (const [name, others] of Object.entries(needs)) {
    if (given[name as keyof typeof needs] === undefined) continue
    for (const other of others) {
      if (given[other] !== undefined) continue
      context.issues.push({ code: 'custom', path: [other], message: `${name} needs it.`, input: given })
    }
  }
})

export type Environment = z.infer<typeof environmentSchema>

/** Reads the environment. Prints every fault, not only the first, and throws. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const read = environmentSchema.safeParse(given)
  if (read.success) return read.data
  const faults = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment has faults:\n${faults.join('\n')}`)
}
