import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { generatePassword } from '../../platform/secrets/password.generator.ts'
import { hashPassword } from '../../platform/secrets/password.hash.ts'
import type { MessengerService } from '../messenger/index.ts'
import type { UserAccess, UserService } from '../user-management/index.ts'
import { deleteCodes } from '../one-time-code/index.ts'
import { deleteCredential, putCredential } from '../password/index.ts'
import type { SecondFactorService } from '../second-factor/index.ts'
import { type SessionService, endSessions, listLastSeen } from '../session/index.ts'
import { readTenantName } from '../tenant/index.ts'

const minute = 60_000
/** How long a temporary password works, in minutes. */
const temporaryMinutes = 7 * 24 * 60

/** Revokes the personal API tokens of a user. */
export type RevokeTokens = (tx: Tx, userId: number, by: Actor) => Promise<void>

/** What happens to passwords and sessions when people come and go. */
export function createUserAccess(
  { clock }: Platform,
  parts: {
    users: UserService
    messenger: MessengerService
    secondFactor: SecondFactorService
    sessions: Pick<SessionService, 'requireConfirmed'>
    revokeTokens: RevokeTokens
  },
): UserAccess {
  const { users, messenger, secondFactor, sessions, revokeTokens } = parts

  /** No one who was let out stays in. Processes learn of it within two seconds. */
  async function shutOut(tx: Tx, userId: number, by: Actor): Promise<void> {
    await deleteCodes(tx, by.tenantId, userId)
    await endSessions(tx, by.tenantId, userId)
    await revokeTokens(tx, userId, by)
  }

  return {
    async invite(tx: Tx, tenantId: number, { userId, email }: { userId: number; email: string }, by: Actor) {
      const temporaryPassword = generatePassword()
      const passwordHash = await hashPassword(temporaryPassword)
      const changedAt = clock.now()
      const temporaryUntil = new Date(changedAt.getTime() + temporaryMinutes * minute)
      const isAnother = await putCredential(tx, tenantId, userId, { passwordHash, changedAt, temporaryUntil })
      await deleteCodes(tx, tenantId, userId)
      const inviter = (await users.directory(tenantId)).byId.get(by.userId)
      await messenger.send(tx, tenantId, {
        template: isAnother ? 'invitation-resent' : 'invitation',
        to: { email },
        data: {
          username: email,
          temporaryPassword,
          validMinutes: temporaryMinutes,
          ...(inviter ? { invitedBy: inviter.name } : {}),
        },
        tenantName: await readTenantName(tx, tenantId),
      })
    },
    async takeBack(tx, userId, by) {
      await deleteCredential(tx, by.tenantId, userId)
      await shutOut(tx, userId, by)
    },
    suspend: shutOut,
    requireConfirmed: (actor) => sessions.requireConfirmed(actor),
    disableMfa: (tx, tenantId, userId, by) => secondFactor.disableMfa(tx, tenantId, userId, by),
    usersWithMfa: secondFactor.usersWithMfa,
    lastSeen: listLastSeen,
  }
}
