import type { PreferredFactor } from '@steward/contracts/second-factor'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { deviceOf } from '../../platform/device.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserEntry } from '../user-management/index.ts'
import type { FactorNeighbours } from './factor.verification.ts'
import { readTenantName } from '../tenant/index.ts'

const methodNames: Record<Exclude<PreferredFactor, 'NOMFA'>, string> = {
  SMS: 'codes by text message',
  TOTP: 'an authenticator app',
}

export interface FactorNotices {
  /** An entry of the audit log about the user. */
  note(tx: Tx, actor: Actor, user: UserEntry, action: string, summary: string): Promise<void>
  /** Writes down, and notifies the user, that the factor was turned on, changed or turned off. */
  announce(tx: Tx, actor: Actor, user: UserEntry, preferred: PreferredFactor): Promise<void>
  /** The same, when an administrator took the factor away. */
  announceDisabled(tx: Tx, by: Actor, user: UserEntry, administrator: UserEntry): Promise<void>
  /** The same, when anyone who runs Steward did so on its machine. */
  announceDisabledThere(tx: Tx, tenantId: number, user: UserEntry): Promise<void>
}

const subjectOf = ({ userId, name }: UserEntry) => ({ kind: 'user', id: userId, name })

/** Who is notified of what happens to a second factor: the audit log and the user. */
export function createFactorNotices(
  { clock }: Platform,
  { audit, messenger }: Pick<FactorNeighbours, 'audit' | 'messenger'>,
): FactorNotices {
  function note(tx: Tx, actor: Actor, user: UserEntry, action: string, summary: string): Promise<void> {
    return audit.write(tx, actor.tenantId, { action, summary, actor, subject: subjectOf(user) })
  }

  async function announce(tx: Tx, actor: Actor, user: UserEntry, preferred: PreferredFactor): Promise<void> {
    const { tenantId, origin } = actor
    const to = { email: user.email }
    const tenantName = await readTenantName(tx, tenantId)
    const facts = {
      username: user.email,
      firstName: user.firstName,
      at: clock.now(),
      address: origin?.address ?? null,
      device: origin?.userAgent ? deviceOf(origin.userAgent) : null,
    }
    if (preferred === 'NOMFA') {
      await note(tx, actor, user, 'mfa.disabled', `${user.name} turned off two-factor authentication`)
      await messenger.send(tx, tenantId, { template: 'second-factor-off', to, data: facts, tenantName })
      return
    }
    const summary = `${user.name} turned on two-factor authentication: ${methodNames[preferred]}`
    await note(tx, actor, user, 'mfa.enabled', summary)
    const method = preferred === 'SMS' ? 'sms' : 'authenticator'
    const data = { ...facts, method } as const
    await messenger.send(tx, tenantId, { template: 'second-factor-on', to, data, tenantName })
  }

  async function tell(tx: Tx, tenantId: number, user: UserEntry, administrator: string): Promise<void> {
    const { email, firstName } = user
    await messenger.send(tx, tenantId, {
      template: 'second-factor-disabled',
      to: { email },
      data: { username: email, firstName, at: clock.now(), administrator },
      tenantName: await readTenantName(tx, tenantId),
    })
  }

  async function announceDisabled(
    tx: Tx,
    by: Actor,
    user: UserEntry,
    administrator: UserEntry,
  ): Promise<void> {
    const summary = `${administrator.name} turned off two-factor authentication of ${user.name}`
    await note(tx, by, user, 'mfa.disabled_by_administrator', summary)
    await tell(tx, by.tenantId, user, administrator.name)
  }

  async function announceDisabledThere(tx: Tx, tenantId: number, user: UserEntry): Promise<void> {
    await audit.write(tx, tenantId, {
      action: 'mfa.disabled_by_operator',
      summary: `The operator turned off two-factor authentication of ${user.name} on the server`,
      actor: { kind: 'system' },
      subject: subjectOf(user),
    })
    await tell(tx, tenantId, user, 'The operator of Steward')
  }

  return { note, announce, announceDisabled, announceDisabledThere }
}
