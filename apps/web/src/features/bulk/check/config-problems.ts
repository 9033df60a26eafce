import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'

/** What is wrong with a configuration: the sentences about its parts, or about the whole. */
export function problemSentences(error: unknown): string {
  const parts = error instanceof ApiError ? Object.values(error.fields ?? {}) : []
  return parts.length > 0 ? parts.join(' ') : errorText(error)
}
