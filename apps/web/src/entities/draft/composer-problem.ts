import { ApiError } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'

/** Why an entry was not saved. What was typed stays, whatever it is. */
export interface ComposerProblem {
  /** changed: others changed the same part meanwhile; gone: they deleted the entry. */
  kind: 'refused' | 'changed' | 'gone' | 'offline'
  text: string
  /** What is wrong with a part, by its name. */
  fields: Readonly<Record<string, string>>
}

const offlineText = "Steward can't be reached. Your draft is saved; try again in a moment."

/** What a failure of saving means; `isChange` where an entry was edited. */
export function composerProblem(error: unknown, isChange: boolean): ComposerProblem {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  if (error instanceof ApiError && isChange) {
    const isGone = error.status === 404 || error.reason === 'timeline.deleted'
    if (isGone) return { kind: 'gone', text: 'It was deleted while you were writing.', fields }
    if (error.reason === 'timeline.changed') {
      return { kind: 'changed', text: 'Another user changed it while you were writing.', fields }
    }
  }
  if (error instanceof ApiError && error.reason === 'network')
    return { kind: 'offline', text: offlineText, fields }
  return { kind: 'refused', text: errorText(error), fields }
}
