import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { secretKey, type TestApp } from '../harness.ts'

const program = fileURLToPath(new URL('../deliveries/sending-program.ts', import.meta.url))

/** Starts a worker of an application in a process of its own. */
export function startWorker(app: TestApp): ChildProcess {
  return spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: app.application.platform.database.url,
      SECRET_KEY: secretKey,
      CLOCK_AHEAD: '0',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
