import { levelOf } from '@steward/contracts/level'
import { approvalStateId, approvalStates } from '@steward/contracts/plain/scenario'
import type { approvalQuery, ScenarioApproval } from '@steward/contracts/scenario/approval'
import type { z } from 'zod'
import { may, userOf, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { ScenarioRunning } from '../scenario-run/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { decide, findApproval, listApprovals, type ListedApproval } from './approval.store.ts'

export interface ServiceNeighbours {
  audit: Pick<AuditService, 'write'>
  users: Pick<UserService, 'directory'>
  runs: Pick<ScenarioRunning, 'wake'>
}

const unknown = () => notFound('scenario.approval_unknown', 'This question no longer exists.')

function personOf({ byId }: UserDirectory, userId: number | null) {
  const user = userId === null ? undefined : byId.get(userId)
  return user ? { id: user.userId, name: user.name, imageId: user.imageId } : null
}

function present(row: ListedApproval, directory: UserDirectory): ScenarioApproval {
  return {
    approvalId: row.approvalId,
    state: approvalStates[row.state - 1] ?? 'open',
    question: row.question,
    scenario: { id: row.scenarioId, name: row.scenario },
    record: { id: row.recordId, level: levelOf(row.level).name, name: row.name },
    approver: personOf(directory, row.approverId),
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: personOf(directory, row.decidedBy),
  }
}

const mayDecide = (actor: Actor, { approverId }: ListedApproval): boolean =>
  approverId === actor.userId || may(actor, 'scenario.edit')

/** Answers of users to what scenarios ask them. Those who edit scenarios may answer for anyone. */
export function createApprovals(platform: Platform, { audit, users, runs }: ServiceNeighbours) {
  const { database, clock } = platform

  async function find(actor: Actor, approvalId: number): Promise<ListedApproval> {
    const { tenantId } = actor
    const found = await findApproval(database.tenant(tenantId), tenantId, approvalId)
    if (!found || !mayDecide(actor, found)) throw unknown()
    return found
  }

  return {
    async list(actor: Actor, { state, everyone, before, limit }: z.output<typeof approvalQuery>) {
      const { tenantId, userId } = actor
      const rows = await listApprovals(database.tenant(tenantId), tenantId, {
        approverId: everyone && may(actor, 'scenario.edit') ? null : userId,
        state: approvalStateId(state),
        before: before ?? null,
        limit: limit + 1,
      })
      const directory = await users.directory(tenantId)
      return {
        data: rows.slice(0, limit).map((row) => present(row, directory)),
        hasMore: rows.length > limit,
      }
    },

    /** Errors: not_found; conflict `scenario.approval_decided` where it was decided or has expired. */
    async decide(actor: Actor, approvalId: number, isApproved: boolean): Promise<ScenarioApproval> {
      const { tenantId } = actor
      const found = await find(actor, approvalId)
      await transact(database.tenant(tenantId), async (tx) => {
        const state = approvalStateId(isApproved ? 'approved' : 'rejected')
        await runs.wake(tx, tenantId, found.nodeKey, [found.runId])
        const isDecided = await decide(tx, tenantId, approvalId, {
          state,
          by: userOf(actor),
          at: clock.now(),
        })
        if (!isDecided) {
          const message = 'This question was answered meanwhile, or its time is over. Reload the page.'
          throw new AppError('conflict', 'scenario.approval_decided', message)
        }
        await audit.write(tx, tenantId, {
          action: isApproved ? 'scenario.approved' : 'scenario.rejected',
          summary: `${isApproved ? 'Approved' : 'Rejected'}: ${found.question}`,
          actor,
          subject: { kind: 'scenario', id: found.scenarioId, name: found.scenario },
        })
      })
      return present(await find(actor, approvalId), await users.directory(tenantId))
    },
  }
}

export type Approvals = ReturnType<typeof createApprovals>
