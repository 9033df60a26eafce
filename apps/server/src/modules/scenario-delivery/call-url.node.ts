import { levelOf } from '@steward/contracts/level'
import { callUrlSettings, type CallUrlSettings } from '@steward/contracts/scenario/outgoing'
import { AddressRefused, type HttpOut } from '../../platform/http-out/http-out.ts'
import type { ActionType, Batch, Faults, NamedRecord, Outcome } from '../scenario-management/index.ts'
import { readNamed } from '../scenario-node/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import type { Channel, Deliver, Prepared } from './delivery.service.ts'
import { fillText, placeholderFault, type PlaceholderName } from './template.rules.ts'

/** Calls of one host share a lane, whichever scenario makes them. */
export const callChannel: Channel = {
  kind: 'call',
  name: 'scenario-call',
  laneOf: (target) => `scenario-call:${new URL(target).host}`,
}

export interface CallNeighbours {
  http: Pick<HttpOut, 'check'>
  users: Pick<UserService, 'directory'>
  deliver: Deliver
}

const offered: readonly PlaceholderName[] = ['record', 'account', 'organization', 'owner']
const gone: Outcome = { kind: 'skip', reason: 'The record was deleted.' }

/** What is sent: the same bytes at every attempt. */
function bodyOf(
  { scenarioId, version, name, nodeKey, level, settings, at }: Batch<CallUrlSettings>,
  runId: number,
  record: NamedRecord,
  { byId }: UserDirectory,
): string {
  const owner = byId.get(record.owners[0] ?? 0)
  const { recordId: id, organization, account } = record
  const names = { record: record.name, organization, account, owner: owner?.name ?? null, contact: null }
  return JSON.stringify({
    type: 'scenario.called',
    timestamp: at.toISOString(),
    data: {
      scenario: { id: scenarioId, name, version },
      node: nodeKey,
      run: runId,
      record: { id, level: levelOf(level).name, name: record.name, organization, account },
      owner: owner ? { id: owner.userId, name: owner.name, email: owner.email } : null,
      text: fillText(settings.text, names, new Set()),
    },
  })
}

/** Calls an address about each record, signed as webhooks are. */
export function callUrlNode({ http, users, deliver }: CallNeighbours): ActionType<CallUrlSettings> {
  return {
    type: 'callUrl',
    category: 'action',
    label: 'Call URL',
    settings: callUrlSettings,
    async check(_, __, { url, text }): Promise<Faults> {
      const fault = placeholderFault(text, offered)
      if (fault !== undefined) return { text: fault }
      try {
        http.check(url)
        return {}
      } catch (error) {
        if (error instanceof AddressRefused) return { url: error.message }
        throw error
      }
    },
    async rehearse(_, { settings, visits }) {
      const effect = `Call ${settings.url}.`
      return new Map(
        visits.map(({ runId }) => [runId, { outcome: { kind: 'next', branch: 'next' }, effect }]),
      )
    },
    async act(tx, batch) {
      const { tenantId, settings } = batch
      const outcomes = await deliver(tx, batch, callChannel, async (fresh) => {
        const ids = fresh.map(({ recordId }) => recordId)
        const records = await readNamed(tx, tenantId, ids)
        const directory = await users.directory(tenantId)
        return new Map(
          fresh.map(({ runId, recordId, arrivedAt }): [number, Prepared] => {
            const record = records.get(recordId)
            if (!record) return [runId, gone]
            const content = { body: bodyOf(batch, runId, record, directory) }
            const target = settings.url
            return [
              runId,
              {
                drafts: [{ runId, recordId, arrivedAt, contactId: 0, target, subject: record.name, content }],
              },
            ]
          }),
        )
      })
      return { outcomes, changeSetId: null }
    },
  }
}
