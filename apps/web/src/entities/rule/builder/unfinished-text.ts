import type { LevelField } from '../../field/index.ts'
import { isGroup, unfinishedIn, type Group } from './rule-model.ts'

/** Why a rule can't be saved yet, as a sentence that says what to do; undefined when it can. */
export function unfinishedText(root: Group, fields: readonly LevelField[] = []): string | undefined {
  const part = unfinishedIn(root)
  if (!part) return undefined
  if (isGroup(part)) return 'Add a condition to the empty group, or remove it.'
  const name = fields.find((field) => field.name === part.condition.field)?.displayName
  return name ? `Finish or remove the condition on ${name}.` : 'Finish or remove the unfinished condition.'
}
