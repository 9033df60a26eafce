import { ApiError } from './api-error.ts'

const fallbackText = 'Oops, something went wrong somewhere. You may want to refresh and try again.'

/** The sentence to show for a failure: the server's own, else the fallback. */
export function errorText(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : fallbackText
}

/** What ErrorPanel shows for a failure. */
export function errorPanelProps(error: unknown): { text: string; reference?: string } {
  return {
    text: errorText(error),
    reference: error instanceof ApiError ? error.requestId : undefined,
  }
}
