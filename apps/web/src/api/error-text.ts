import { ApiError } from './api-error.ts'

const fallbackText = 'Oops, something went wrong somewhere. You may want to refresh and try again.'
/** For what failed in the browser: the server has nothing to do with it. */
const genericText = 'Something went wrong, please try again.'

/** The sentence to show for a failure: the server's own, else a general one. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return genericText
  return error.message || fallbackText
}

/** What ErrorPanel shows for a failure. */
export function errorPanelProps(error: unknown): { text: string; reference?: string } {
  return {
    text: errorText(error),
    reference: error instanceof ApiError ? error.requestId : undefined,
  }
}
