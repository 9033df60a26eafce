import { createHash } from 'node:crypto'
import { endSettings, splitSettings, type SplitSettings } from '@steward/contracts/scenario/settings'
import type { Faults, OperatorType, Outcome } from '../scenario-management/index.ts'

/**
 * The part of a split that a record belongs to: by a hash of the scenario, the node and the record, so that the answer
 * is the same each time and says nothing about the record.
 */
function partOf({ parts }: SplitSettings, scenarioId: number, nodeKey: string, recordId: number): string {
  const digest = createHash('sha256').update(`${scenarioId}:${nodeKey}:${recordId}`).digest()
  const place = (digest.readUInt32BE(0) / 2 ** 32) * 100
  let sum = 0
  const found = parts.find(({ percent }) => place < (sum += percent))
  return (found ?? parts.at(-1))?.key as string
}

function faultsOfParts({ parts }: SplitSettings): Faults {
  const faults: Faults = {}
  parts.forEach(({ key }, at) => {
    if (parts.findIndex((part) => part.key === key) < at) {
      faults[`parts.${at}.key`] = 'Another part has this key. Keys must differ.'
    }
  })
  const sum = parts.reduce((total, { percent }) => total + percent, 0)
  if (sum !== 100) faults['parts'] = `The parts add up to ${sum} percent. Let them add up to 100.`
  return faults
}

export const splitNode: OperatorType<SplitSettings> = {
  type: 'split',
  category: 'operator',
  label: 'Percentage split',
  settings: splitSettings,
  branches: ({ parts }) => parts.map(({ key }) => key),
  check: async (_db, _place, settings) => faultsOfParts(settings),
  async decide(_, { visits, settings, scenarioId, nodeKey }) {
    return new Map(
      visits.map(({ runId, recordId }): [number, Outcome] => [
        runId,
        { kind: 'next', branch: partOf(settings, scenarioId, nodeKey, recordId) },
      ]),
    )
  },
}

export const endNode: OperatorType<Record<string, never>> = {
  type: 'end',
  category: 'operator',
  label: 'End',
  settings: endSettings,
  branches: () => [],
  decide: async (_, { visits }) =>
    new Map(visits.map(({ runId }): [number, Outcome] => [runId, { kind: 'end' }])),
}
