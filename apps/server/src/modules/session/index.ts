import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createAccessTokens } from '../../platform/session/access-token.ts'
import { followEndedSessions } from '../../platform/session/ended-sessions.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { createSessionService, type PasswordCheck } from './session.service.ts'
import { addSessionRoutes } from './session.routes.ts'
import { forgetSessions, listEnded, readSession } from './session.store.ts'

export type { RefreshCall, SessionTokens } from './session.refreshing.ts'
export type { SessionOptions, SessionService } from './session.service.ts'
export { endSessions, listLastSeen, listSessions, lockActive } from './session.store.ts'

const everyone: PasswordCheck = async () => true

/** Where people are signed in, and with which tokens they stay it. */
function createSessionModule(platform: Platform, { audit }: { audit: AuditService }) {
  const { database, clock, config, secrets, log } = platform
  const tokens = createAccessTokens(secrets, clock)
  const ended = followEndedSessions(
    {
      endedWithin: (milliseconds) => listEnded(database.anonymous, milliseconds),
      async hasEnded(tenantId, sessionId) {
        const session = await readSession(database.tenant(tenantId), tenantId, sessionId)
        return !session || session.endedAt !== null
      },
    },
    log,
  )
  let hasPassword = everyone
  const sessions = createSessionService(platform, {
    tokens,
    ended,
    audit,
    hasPassword: (actor) => hasPassword(actor),
  })
  const module: Module = {
    addRoutes: (api) => addSessionRoutes(api, sessions, config.publicUrl),
    retention: [
      {
        name: 'sessions',
        days: config.keptDays.sessions,
        forget: (tenantId, before) => forgetSessions(database.tenant(tenantId), tenantId, before),
      },
    ],
    onClose: () => ended.stop(),
  }
  const service = {
    ...sessions,
    tokens,
    ended,
    /** Says who can be asked for a password; until one is registered, everyone. */
    registerPasswordCheck(check: PasswordCheck): void {
      hasPassword = check
    },
  }
  return { module, service }
}

export const sessionModule = defineModule({ needs: { audit: auditModule }, create: createSessionModule })
