import { approvalStateId } from '@steward/contracts/plain/scenario'
import { askApprovalSettings, type AskApprovalSettings } from '@steward/contracts/scenario/approval'
import type { Tx } from '../../platform/db/database.ts'
import type { Notice, Notifications } from '../notification/index.ts'
import { fillTitle } from '../playbook/index.ts'
import type {
  ActionType,
  Batch,
  Faults,
  NamedRecord,
  Outcome,
  Rehearsed,
  Visit,
} from '../scenario-management/index.ts'
import { namesOf, readNamed } from '../scenario-node/index.ts'
import { endOfWait } from '../scenario-run/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { expire, insertApprovals, listOfRuns, type AskedVisit, type NewApproval } from './approval.store.ts'

export interface ApprovalNeighbours {
  users: Pick<UserService, 'directory'>
  notifications: Notifications
}

export const approvalKind = 'scenario.approval'
export const approvalSubject = 'scenario-approval'

const [open, approved, rejected] = (['open', 'approved', 'rejected'] as const).map(approvalStateId)

const noOne: Outcome = { kind: 'skip', reason: 'There is no one who could decide.', branch: 'timeout' }
const noQuestion: Outcome = {
  kind: 'fail',
  cause: 'The question is empty once its placeholders are filled.',
  reason: 'The question is empty once its placeholders are filled.',
}

/** A visit of a run to the node: it comes there again where someone retries it. */
const visitKey = ({ runId, arrivedAt }: Pick<Visit, 'runId' | 'arrivedAt'>): string =>
  `${runId} ${arrivedAt.getTime()}`

const idsOf = (visits: readonly Visit[]): number[] => visits.map(({ recordId }) => recordId)

/** Whom a record's question goes to, and what it says; or what happens to the record instead. */
function questionFor(
  { question, approver }: AskApprovalSettings,
  record: NamedRecord | undefined,
  directory: UserDirectory,
): { approverId: number; question: string } | Outcome {
  const asked = approver.rule === 'user' ? [approver.userId] : (record?.owners ?? [])
  const approverId = asked.find((id) => directory.byId.get(id)?.assignable)
  if (!record || approverId === undefined) return noOne
  const text = fillTitle(question, namesOf(record, directory))
  return text === '' ? noQuestion : { approverId, question: text }
}

/** What follows from an answer; undefined where there is none yet. */
function outcomeOf({ state, expiresAt, decidedBy }: AskedVisit, at: Date, { byId }: UserDirectory): Outcome {
  const by = byId.get(decidedBy ?? 0)?.name
  const said = (branch: string, verb: string): Outcome => ({
    kind: 'next',
    branch,
    reason: by === undefined ? undefined : `${by} ${verb} this.`,
  })
  if (state === approved) return said('approved', 'approved')
  if (state === rejected) return said('rejected', 'rejected')
  if (state === open && expiresAt > at) return { kind: 'wait', until: expiresAt }
  return { kind: 'next', branch: 'timeout', reason: 'No one decided in time.' }
}

/** Asks a user whether records may go on; they wait for the answer. */
export function askApprovalNode({
  users,
  notifications,
}: ApprovalNeighbours): ActionType<AskApprovalSettings> {
  type Asking = Batch<AskApprovalSettings>

  async function ask(tx: Tx, batch: Asking, fresh: readonly Visit[], directory: UserDirectory) {
    const { tenantId, settings, timeZone, at } = batch
    const outcomes = new Map<number, Outcome>()
    const asked: NewApproval[] = []
    const records = await readNamed(tx, tenantId, idsOf(fresh))
    const expiresAt = endOfWait(at, settings.amount, settings.period, timeZone)
    for (const { runId, recordId, arrivedAt } of fresh) {
      const found = questionFor(settings, records.get(recordId), directory)
      if ('kind' in found) outcomes.set(runId, found)
      else {
        asked.push({ runId, recordId, arrivedAt, expiresAt, ...found })
        outcomes.set(runId, { kind: 'wait', until: expiresAt })
      }
    }
    if (asked.length === 0) return outcomes
    const ids = await insertApprovals(tx, batch, asked, at)
    const notices = asked.map(({ approverId, question }, nth): Notice => ({
      recipient: approverId,
      kind: approvalKind,
      subject: { kind: approvalSubject, id: ids[nth] as number },
      payload: { question },
      actor: null,
      at,
    }))
    await notifications.notify(tx, tenantId, notices)
    return outcomes
  }

  return {
    type: 'askApproval',
    category: 'action',
    label: 'Ask for Approval',
    settings: askApprovalSettings,
    branches: () => ['approved', 'rejected', 'timeout'],
    async check(_, { tenantId }, { approver }): Promise<Faults> {
      if (approver.rule !== 'user') return {}
      const user = (await users.directory(tenantId)).byId.get(approver.userId)
      if (user?.assignable) return {}
      const name = user?.name ?? `User ${approver.userId}`
      return { 'approver.userId': `${name} can't decide. Choose someone else.` }
    },
    async rehearse(facts, { tenantId, settings, visits }) {
      const directory = await users.directory(tenantId)
      const records = facts.named(idsOf(visits))
      return new Map(
        visits.map(({ runId, recordId }): [number, Rehearsed] => {
          const found = questionFor(settings, records.get(recordId), directory)
          if ('kind' in found) return [runId, { outcome: found, effect: null }]
          const name = directory.byId.get(found.approverId)?.name ?? ''
          const outcome: Outcome = { kind: 'next', branch: 'approved', reason: 'Taken to be approved.' }
          return [runId, { outcome, effect: `Ask ${name}: “${found.question}”.` }]
        }),
      )
    },
    async act(tx, batch) {
      const { tenantId, nodeKey, visits, at } = batch
      const directory = await users.directory(tenantId)
      const runIds = visits.map(({ runId }) => runId)
      const byVisit = new Map(
        (await listOfRuns(tx, tenantId, nodeKey, runIds)).map((one) => [visitKey(one), one]),
      )
      const fresh = visits.filter((visit) => !byVisit.has(visitKey(visit)))
      const outcomes = await ask(tx, batch, fresh, directory)
      const expired: number[] = []
      for (const visit of visits) {
        const known = byVisit.get(visitKey(visit))
        if (!known) continue
        const outcome = outcomeOf(known, at, directory)
        if (known.state === open && outcome.kind !== 'wait') expired.push(known.approvalId)
        outcomes.set(visit.runId, outcome)
      }
      await expire(tx, tenantId, expired)
      return { outcomes, changeSetId: null }
    },
  }
}
