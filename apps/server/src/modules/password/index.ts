import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import { createBackground } from '../../platform/pace/background.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { identityProviderModule } from '../identity-provider/index.ts'
import { messengerModule } from '../messenger/index.ts'
import { sessionModule } from '../session/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createLockout } from './lockout.service.ts'
import { addPasswordRoutes } from './password.routes.ts'
import { createPasswordService, type PasswordNeighbours } from './password.service.ts'
import { createResetPace } from './reset-pace.ts'

export { deleteCredential, findLogin, hasCredential, putCredential } from './credential.store.ts'
export type { Caller, Lockout, Verified } from './lockout.service.ts'
export type { PasswordService } from './password.service.ts'

const sweepTask = 'sign-in-attempt:forget-old'

/** Steward's own passwords: checking, changing and resetting them, and the lock after too many wrong ones. */
function createPasswordModule(platform: Platform, neighbours: PasswordNeighbours) {
  const background = createBackground(platform.log)
  const lockout = createLockout(platform, { ...neighbours, background })
  const pace = createResetPace(platform)
  const passwords = createPasswordService(platform, { ...neighbours, lockout, pace, background })
  const module: Module = {
    addRoutes: (api) => addPasswordRoutes(api, passwords),
    tasks: {
      async [sweepTask]() {
        await lockout.sweep()
        await pace.sweep()
      },
    },
    schedules: [`7 * * * * ${sweepTask}`],
    onClose: () => background.settled(),
  }
  const service = {
    ...passwords,
    lockout,
    /** Resolves when work that no one waits for is done: mails and audit entries after a refusal. */
    settled: () => background.settled(),
  }
  return { module, service }
}

export const passwordModule = defineModule({
  needs: {
    users: userManagementModule,
    audit: auditModule,
    messenger: messengerModule,
    providers: identityProviderModule,
    sessions: sessionModule,
  },
  create: createPasswordModule,
})
