import { resolve } from 'node:path'
import type { Environment } from './env.ts'

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  databasePool: number
  administrator: { email: string; password: string | undefined }
  demo: boolean
  roles: { web: boolean; worker: boolean }
  logLevel: Environment['LOG_LEVEL']
  validateResponses: boolean
}

/** Groups what the environment says. */
export function configure(environment: Environment): Config {
  return {
    port: environment.PORT,
    host: environment.HOST,
    dataDir: resolve(environment.DATA_DIR),
    databaseUrl: environment.DATABASE_URL,
    publicUrl: environment.PUBLIC_URL,
    databasePool: environment.DATABASE_POOL,
    administrator: { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
    demo: environment.DEMO ?? environment.DATABASE_URL === undefined,
    roles: { web: environment.ROLES.includes('web'), worker: environment.ROLES.includes('worker') },
    logLevel: environment.LOG_LEVEL,
    validateResponses: environment.NODE_ENV === 'test',
  }
}
