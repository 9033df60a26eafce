import { openDatabase } from '../platform/db/database.ts'
import { systemClock } from '../platform/clock.ts'
import { configure } from '../platform/config/config.ts'
import { readEnvironment } from '../platform/config/env.ts'
import { apiDocument } from '../platform/http/describe.ts'
import { createAdmission } from '../platform/http/admission.ts'
import { buildServer } from '../platform/http/server.ts'
import { createParserPool } from '../platform/parsing/parser-pool.ts'
import { createLoadAverage } from '../platform/pace/load-average.ts'
import pino from 'pino'
import { composeModules } from '../modules.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'

/** Prints the OpenAPI document. The modules are put together without a database: nothing is asked of it. */
const config = configure(readEnvironment({ SECRET_KEY: 'no secret: this key is used for nothing' }))
const database = openDatabase('postgres://nowhere.invalid/none', 1, 1000)
const modules = await composeModules({
  database,
  notices: { hear: () => undefined, send: async () => undefined, close: async () => undefined },
  caches: {
    create: (_name, load) => ({
      get: (tenantId) => load(tenantId, database.aside(tenantId)),
      forget: async () => undefined,
    }),
  },
  clock: systemClock,
  config,
  parsers: createParserPool(),
  secrets: createSecrets(config),
  log: pino({ level: 'silent' }),
})
const app = await buildServer({
  logLevel: 'silent',
  validateResponses: false,
  trustedProxies: config.trustedProxies,
  admission: createAdmission({ places: 1, demand: createLoadAverage() }, pino({ level: 'silent' })),
  findActor: modules.identity.findActor,
  audit: modules.audit.calls,
  legal: config.legal,
  isLeaving: () => false,
  readiness: { isReady: async () => false },
  metrics: createMetrics(config.roles),
  traceCalls: undefined,
  metricsToken: undefined,
  addRoutes: modules.addRoutes,
})
await app.ready()
process.stdout.write(`${JSON.stringify(apiDocument(app), null, 2)}\n`)
await app.close()
await database.close()
