import { z } from 'zod'

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))

const optionalText = z.string().trim().min(1).optional()

/** Every variable that Steward reads. None is needed to start. */
export const environmentSchema = z.object({
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
    .describe('Folder of the embedded database, its password, and uploads.'),
  DATABASE_URL: optionalText.describe(
    'A PostgreSQL 18 server to use instead of the embedded one; the user must own the database.',
  ),
  PUBLIC_URL: z.url().optional().describe('The address under which people reach Steward.'),
  ADMIN_EMAIL: z
    .email()
    .default('admin@example.com')
    .describe('Username of the first administrator of a fresh instance.'),
  ADMIN_PASSWORD: optionalText.describe(
    'Password of the first administrator; generated and printed once when absent.',
  ),
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

export type Environment = z.infer<typeof environmentSchema>

/** Reads the environment. Prints every fault, not only the first, and throws. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const read = environmentSchema.safeParse(given)
  if (read.success) return read.data
  const faults = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment has faults:\n${faults.join('\n')}`)
}
