import type { StoredFile } from '@steward/contracts/file'
import { ApiError, isSessionExpired, networkError } from '../../api/api-error.ts'
import { freshToken, refreshTokens } from '../../api/refresh.ts'
import { expireSession } from '../../api/session.ts'

/** The refusal that a plain request was answered with. */
export function refusalOf(request: XMLHttpRequest): ApiError {
  const body = (request.response ?? {}) as Partial<ApiError>
  const { code = 'ERROR', reason = '', message = '', fields, requestId } = body
  return new ApiError({ status: request.status, code, reason, message, fields, requestId })
}

/** A plain request, because fetch cannot tell how much of a body has left. */
function attempt(
  file: File,
  token: string | null,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<StoredFile> {
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', '/api/file-management/files/upload/app')
    request.responseType = 'json'
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, file.size)))
    request.addEventListener('load', () =>
      request.status < 300 ? resolve(request.response.data[0]) : reject(refusalOf(request)),
    )
    request.addEventListener('error', () => reject(networkError()))
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    request.send(form)
  })
}

/**
 * Makes a plain request with a token, and where that was refused once more with a fresh one. Rejects as the request
 * does, or with the signal's reason; a session that has ended opens its dialog.
 */
export async function withToken<T>(
  signal: AbortSignal,
  request: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = await freshToken()
  signal.throwIfAborted()
  try {
    return await request(token)
  } catch (error) {
    if (!isSessionExpired(error)) throw error
    await refreshTokens(token)
    signal.throwIfAborted()
    return request(await freshToken()).catch((again: unknown) => {
      if (isSessionExpired(again)) expireSession()
      throw again
    })
  }
}

/** Stores a file. Rejects with the ApiError of a refusal or of the network, or with the signal's reason. */
export function sendFile(
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<StoredFile> {
  return withToken(signal, (token) => attempt(file, token, signal, onSent))
}
