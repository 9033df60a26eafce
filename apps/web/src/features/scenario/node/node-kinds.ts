import { IconFlag3, IconPuzzle } from '@tabler/icons-react'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { askApprovalKind } from './ask-approval.tsx'
import { assignPlaybookKind } from './assign-playbook.tsx'
import { branchesKind } from './branches.tsx'
import { conditionKind, filterKind } from './condition.tsx'
import { createTaskKind } from './create-task.tsx'
import type { Branch, NodeKind, NodeSettings } from './node-kind.ts'
import {
  addNoteKind,
  changeOwnerKind,
  changeStageKind,
  logActivityKind,
  notifyUserKind,
  setPulseKind,
  startScenarioKind,
} from './more-actions.tsx'
import { eventKind } from './on-event.tsx'
import { callUrlKind, sendEmailKind, slackMessageKind } from './outgoing-actions.tsx'
import { runNowKind } from './run-now.tsx'
import { scheduleKind } from './schedule-later.tsx'
import { setAttributeKind } from './set-attribute.tsx'
import { splitKind } from './split.tsx'
import { waitKind } from './wait.tsx'

const endKind: NodeKind = {
  type: 'end',
  icon: IconFlag3,
  purpose: 'Ends the scenario for the record',
  fresh: () => ({}),
  branches: () => [],
  sentence: () => 'The record leaves the scenario',
}

/** How each type of node that the server knows is shown; the types themselves, and what they are called, are its own. */
const kinds: readonly NodeKind[] = [
  eventKind,
  scheduleKind,
  runNowKind,
  waitKind,
  conditionKind,
  branchesKind,
  filterKind,
  splitKind,
  endKind,
  createTaskKind,
  setAttributeKind,
  assignPlaybookKind,
  changeStageKind,
  setPulseKind,
  changeOwnerKind,
  addNoteKind,
  logActivityKind,
  notifyUserKind,
  startScenarioKind,
  sendEmailKind,
  callUrlKind,
  slackMessageKind,
  askApprovalKind,
]

const byType = new Map(kinds.map((kind) => [kind.type, kind]))

const oneWay: readonly Branch[] = [{ key: 'next', label: '' }]

/** A type that the screens have no form for. Its nodes keep their settings. */
const unknownKind = (type: string): NodeKind => ({
  type,
  icon: IconPuzzle,
  purpose: '',
  fresh: () => ({}),
  sentence: () => 'Set up through the API',
})

/** Whether the screens have a form for a type. */
export const isEditable = (type: string): boolean => byType.has(type)

export const kindOf = (type: string): NodeKind => byType.get(type) ?? unknownKind(type)

/** The ways out of a node, in their order. */
export function branchesOf({ type, settings, next }: ScenarioNode): readonly Branch[] {
  const kind = byType.get(type)
  if (kind) return kind.branches?.(settings) ?? oneWay
  return Object.keys(next).map((key) => ({ key, label: key === 'next' ? '' : key }))
}

export const branchKeys = (type: string, settings: NodeSettings): string[] =>
  branchesOf({ key: '', type, settings, next: {} }).map(({ key }) => key)
