import { createApplication } from '../../src/application.ts'
import { configure } from '../../src/platform/config/config.ts'
import { readEnvironment } from '../../src/platform/config/env.ts'

/** A worker process of its own, whose clock is `CLOCK_AHEAD` milliseconds ahead. The test kills it. */
const { DATABASE_URL = '', CLOCK_AHEAD, SECRET_KEY } = process.env

const config = configure(
  readEnvironment({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_POOL: '4',
    ALLOW_PRIVATE_ADDRESSES: 'on',
    SECRET_KEY,
  }),
)
const ahead = Number(CLOCK_AHEAD)
const application = await createApplication(config, DATABASE_URL, { now: () => new Date(Date.now() + ahead) })
await application.startWorker()
