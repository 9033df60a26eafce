import { ApiError, networkError } from '../../api/api-error.ts'
import { refusalOf, withToken } from '../file/index.ts'
import { chunkAddress, readUpload } from './table-file.calls.ts'

const chunkSize = 8 * 1024 ** 2
const waitBeforeRetry = 3000

export interface UploadWatch {
  /** Bytes that have arrived, growing while a chunk is under way. */
  onProgress(sent: number): void
  /** The network is gone; sending goes on by itself when it is back. */
  onPause(paused: boolean): void
}

/** Sends one chunk. A plain request, because fetch cannot tell how much of a body has left. */
function sendChunk(
  { address, chunk, token }: { address: string; chunk: Blob; token: string | null },
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('PATCH', address)
    request.responseType = 'json'
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(refusalOf(request))))
    request.addEventListener('error', () => reject(networkError()))
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    request.send(chunk)
  })
}

/** Until the browser is online again, or some seconds have passed. */
function whenBack(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController()
    const finish = (settle: () => void) => () => {
      window.clearTimeout(timer)
      stop.abort()
      settle()
    }
    const timer = window.setTimeout(finish(resolve), waitBeforeRetry)
    window.addEventListener('online', finish(resolve), { signal: stop.signal })
    signal.addEventListener(
      'abort',
      finish(() => reject(signal.reason)),
      { signal: stop.signal },
    )
  })
}

function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status >= 500 || error.status === 409)
}

/**
 * Sends a file from where the server's copy ends. A failure of the network pauses until it is back;
 * a refusal rejects with its ApiError, and an abort with the signal's reason.
 */
export async function sendFile(
  file: File,
  upload: { uploadId: string; offset: number },
  signal: AbortSignal,
  watch: UploadWatch,
): Promise<void> {
  const { uploadId } = upload
  let { offset } = upload
  while (offset < file.size) {
    const from = offset
    const chunk = file.slice(from, from + chunkSize)
    try {
      const onSent = (bytes: number) => watch.onProgress(from + Math.min(bytes, chunk.size))
      const address = chunkAddress(uploadId, from)
      await withToken(signal, (token) => sendChunk({ address, chunk, token }, signal, onSent))
      offset += chunk.size
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
      watch.onPause(true)
      offset = await offsetWhenBack(uploadId, signal)
      watch.onPause(false)
    }
    watch.onProgress(offset)
  }
}

/** How much the server has, asked until it answers. */
async function offsetWhenBack(uploadId: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    await whenBack(signal)
    try {
      return (await readUpload(uploadId, signal)).offset
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
    }
  }
}
