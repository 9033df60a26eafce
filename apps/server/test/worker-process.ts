import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { secretKey, type TestApp } from './harness.ts'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A worker on the database of an application, in a process that a test can kill. */
export function startWorkerProcess({ application }: TestApp): ChildProcess {
  const { database, config } = application.platform
  return spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: database.url,
      DATA_DIR: config.dataDir,
      SECRET_KEY: secretKey,
      ROLES: 'worker',
      DEMO: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
