import { roleIds } from '@steward/contracts/plain/permission'
import { visitRoles, type VisitRole } from '@steward/contracts/plain/getting-started'
import { notFound } from '../../platform/errors.ts'
import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { IdentityService } from '../identity/index.ts'
import type { Caller } from '../password/index.ts'
import { findFirstTenant } from '../tenant/index.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { demoDomain, type GettingStartedService } from './getting-started.service.ts'

type Chooses = (user: UserEntry) => boolean

const isOfDemo: Chooses = ({ email }) => email.endsWith(`@${demoDomain}`)

/** Who stands for each role: the administrator of the instance, and people of the demo's team. */
const guests: Readonly<Record<VisitRole, Chooses>> = {
  administrator: ({ roleId }) => roleId === roleIds.administrator,
  teamLead: ({ email }) => email === `priya.nair@${demoDomain}`,
  manager: ({ email }) => email === `jonas.lindqvist@${demoDomain}`,
  viewer: (user) => user.roleId === roleIds.viewer && isOfDemo(user),
}

interface Neighbours {
  users: Pick<UserService, 'directory'>
  identity: Pick<IdentityService, 'signIn'>
  gettingStarted: Pick<GettingStartedService, 'hasOnlyDemo'>
}

type Outcome = Awaited<ReturnType<IdentityService['signIn']['settle']>>

/** Looking around in the demo without a password, for those who sit at the machine of the instance. */
export function createVisits(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  { users, identity, gettingStarted }: Neighbours,
) {
  async function findGuests(): Promise<{ tenantId: number; guests: Map<VisitRole, UserEntry> } | null> {
    if (!config.demo || config.publicUrl !== undefined) return null
    const tenantId = await findFirstTenant(database.anonymous)
    if (tenantId === undefined || !(await gettingStarted.hasOnlyDemo(tenantId))) return null
    const { all } = await users.directory(tenantId)
    const active = all.filter(({ status }) => status === 'ACTIVE').toSorted((a, b) => a.userId - b.userId)
    const found = visitRoles.flatMap((role): [VisitRole, UserEntry][] => {
      const user = active.find((one) => guests[role](one))
      return user ? [[role, user]] : []
    })
    return { tenantId, guests: new Map(found) }
  }

  return {
    /** The roles that a caller may look around as; `isHere` says that the call comes from this machine. */
    async roles(isHere: boolean): Promise<VisitRole[]> {
      return isHere ? [...((await findGuests())?.guests.keys() ?? [])] : []
    },

    /**
     * Signs in as the one who stands for a role. A second factor is asked for as in any sign-in. Error:
     * not_found `demo.no_visits`.
     */
    async visit(
      { role, refresh }: { role: VisitRole; refresh: 'cookie' | 'body' },
      caller: Caller,
      isHere: boolean,
    ): Promise<Outcome> {
      const found = isHere ? await findGuests() : null
      const user = found?.guests.get(role)
      if (!found || !user)
        throw notFound('demo.no_visits', 'Looking around is not offered here. Log in instead.')
      const person = { tenantId: found.tenantId, userId: user.userId }
      const progress = { remember: false, refresh, password: true, factor: false, visit: true } as const
      const step = await transact(database.tenant(person.tenantId), (tx) =>
        identity.signIn.next(tx, person, progress, caller),
      )
      return identity.signIn.settle(person, step)
    },
  }
}

export type Visits = ReturnType<typeof createVisits>
