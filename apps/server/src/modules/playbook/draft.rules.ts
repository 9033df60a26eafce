import { cutText } from '@steward/contracts/value'
import { documentOf, mapTexts, storedText } from '@steward/rich-text'
import type { TaskDraft } from '../task/index.ts'
import type { PlannedStep } from './plan.ts'

/** What placeholders stand for. */
export interface Names {
  record: string
  organization: string | null
  account: string | null
  owner: string | null
}

const placeholder = /\{\{\s*(record|organization|account|owner)\.name\s*\}\}/g

/** A text with its placeholders filled; with nothing where they stand for nothing. */
export function fillText(text: string, names: Names): string {
  return text.replaceAll(placeholder, (_, of: keyof Names) => names[of] ?? '')
}

const longestTitle = 255

/** A title in one line, no longer than one may be. */
export function fillTitle(title: string, names: Names): string {
  const line = fillText(title, names).replaceAll(/\s+/g, ' ').trim()
  return cutText(line, longestTitle)
}

/** A description, as rich text is stored. */
export function fillDescription(description: string | null, names: Names): string | null {
  if (description === null || description === '') return null
  return storedText(mapTexts(documentOf(description), (text) => fillText(text, names)))
}

/** The task of a planned step. */
export function draftOf(
  { step, stepId, dueDate, assigneeId }: PlannedStep,
  names: Names,
  of: { recordId: number; instanceId: number },
): TaskDraft {
  return {
    title: fillTitle(step.title, names),
    description: fillDescription(step.description, names),
    type: 'playbook',
    priority: step.priority,
    dueDate,
    estimateMinutes: step.estimateMinutes,
    assigneeId,
    recordId: of.recordId,
    activityTypeId: step.activityTypeId,
    checklist: step.checklist.map((text, at) => ({
      stepId: at + 1,
      text,
      isDone: false,
      assigneeId: null,
      dueDate: null,
    })),
    instanceId: of.instanceId,
    stepId,
  }
}
