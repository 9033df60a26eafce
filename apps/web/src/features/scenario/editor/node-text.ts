import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { ExecutionSummary } from '@steward/contracts/scenario/scenario'
import type { ExecutionStatus } from '@steward/contracts/plain/scenario'
import { momentText } from '../../../components/moment-text.ts'
import type { NodeWords } from '../node/node-kind.ts'
import { kindOf } from '../node/node-kinds.ts'
import type { PathStep } from '@steward/contracts/scenario/path'
import type { GraphView } from './graph-view.ts'
import { onceKnown } from '../node/once-known.rules.ts'

export const executionWords: Readonly<Record<ExecutionStatus, string>> = {
  in_progress: 'In progress',
  completed: 'Completed',
  rejected: 'Rejected',
  unattended_failure: 'Failed',
  attended_failure: 'Failed, dismissed',
  unattended_skip: 'Skipped',
  attended_skip: 'Skipped, dismissed',
}

type Worded = Pick<ScenarioNode, 'type' | 'settings'>

/** What a node does; undefined for an unfinished one, empty as long as it is about fields that are not known yet. */
export const sentenceOf = ({ type, settings }: Worded, words: NodeWords): string | undefined =>
  onceKnown(words, (known) => kindOf(type).sentence(settings, known))

/** What a node does; of an unfinished one that it is. */
export const summaryOf = (node: Worded, { words }: Pick<GraphView, 'words'>): string =>
  sentenceOf(node, words) ?? 'Not set up yet'

const shown: readonly [ExecutionStatus, string][] = [
  ['in_progress', 'in progress'],
  ['completed', 'completed'],
  ['unattended_failure', 'failed'],
  ['unattended_skip', 'skipped'],
  ['rejected', 'rejected'],
]

/** The counts of a node that are not zero. */
function countWords(summary: ExecutionSummary): string[] {
  const words = shown.flatMap(([status, word]) =>
    summary[status] > 0 ? [`${summary[status].toLocaleString()} ${word}`] : [],
  )
  const dismissed = summary.attended_failure + summary.attended_skip
  return dismissed > 0 ? [...words, `${dismissed.toLocaleString()} dismissed`] : words
}

export function stepText({ status, at, wakesAt }: PathStep): string {
  if (wakesAt) return `Waiting until ${momentText(wakesAt)}`
  return status === 'in_progress' ? `Since ${momentText(at)}` : `${executionWords[status]} ${momentText(at)}`
}

/** What follows the summary of a node. */
export function footOf(node: ScenarioNode, { counts, path }: GraphView): string | undefined {
  if (path) {
    const step = path.get(node.key)
    return step && stepText(step)
  }
  const summary = counts?.get(node.key)
  return summary && (countWords(summary).join(' · ') || 'No records yet')
}
