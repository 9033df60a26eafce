import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { createUpload, readUpload, type Upload } from './table-file.calls.ts'
import { problemWithFile } from './file-check.ts'
import { sendFile } from './file-upload.ts'

export interface SendingFile {
  name: string
  size: number
  sent: number
  state: 'checking' | 'sending' | 'paused'
}

type FileUpload = {
  file: SendingFile | null
  error: string | null
  /** Checks and sends a file; continues with a begun upload when it is the same file. */
  send(file: File, begun: Upload | null): Promise<void>
  cancel(): void
  /** Makes room for the next file once one is there. */
  clear(): void
}

async function uploadFor(file: File, begun: Upload | null): Promise<Upload> {
  const isSame = begun !== null && begun.fileName === file.name && begun.size === file.size
  return isSame ? readUpload(begun.uploadId) : createUpload(file)
}

/** Sends a chosen file to the server. `onBegun` receives its id as soon as there is one. */
export function useFileUpload(watch: {
  onBegun: (uploadId: string) => void
  onDone: (uploadId: string) => void
  /** With the id of what was sent in part, if any. */
  onCancelled: (uploadId: string | null) => void
}): FileUpload {
  const [file, setFile] = useState<SendingFile | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const uploadId = useRef<string | null>(null)

  useEffect(() => () => running.current?.abort(), [])

  const change = (part: Partial<SendingFile>) => setFile((before) => before && { ...before, ...part })

  async function send(chosen: File, begun: Upload | null) {
    const abort = new AbortController()
    running.current = abort
    setError(null)
    setFile({ name: chosen.name, size: chosen.size, sent: 0, state: 'checking' })
    try {
      const problem = await problemWithFile(chosen)
      if (problem) throw new FileProblem(problem)
      abort.signal.throwIfAborted()
      const upload = await uploadFor(chosen, begun)
      abort.signal.throwIfAborted()
      uploadId.current = upload.uploadId
      watch.onBegun(upload.uploadId)
      change({ sent: upload.offset, state: 'sending' })
      await sendFile(chosen, upload, abort.signal, {
        onProgress: (sent) => change({ sent }),
        onPause: (paused) => change({ state: paused ? 'paused' : 'sending' }),
      })
      watch.onDone(upload.uploadId)
    } catch (failure) {
      if (abort.signal.aborted) return
      setFile(null)
      setError(failure instanceof FileProblem ? failure.message : errorText(failure))
    }
  }

  function cancel() {
    running.current?.abort()
    setFile(null)
    watch.onCancelled(uploadId.current)
    uploadId.current = null
  }

  return { file, error, send, cancel, clear: () => setFile(null) }
}

class FileProblem extends Error {}
