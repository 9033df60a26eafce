import { useCallback, useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { mostAttachments } from '@steward/contracts/plain/stored-file'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { type Uploads, useUploads } from '../../entities/file/index.ts'
import { useDirty } from '../../ui/dirty.ts'
import { toast } from '../../ui/toast.tsx'
import { createFiles, refreshFiles } from './files.calls.ts'

interface Stored {
  fileId: number
  name: string
}

/** Uploads that are put with a record once all of them are there: what was dropped together stays together. */
export function usePutFiles(level: Level, id: number): Uploads {
  const client = useQueryClient()
  const stored = useRef<Stored[]>([])
  const uploads = useUploads(({ fileId, name }) => void stored.current.push({ fileId, name }))
  const { pending } = uploads
  useDirty(pending > 0)

  const put = useCallback(() => {
    const all = stored.current
    if (all.length === 0) return
    stored.current = []
    const send = async () => {
      try {
        for (let from = 0; from < all.length; from += mostAttachments) {
          const files = all.slice(from, from + mostAttachments).map(({ fileId }) => fileId)
          await createFiles(level, id, files)
        }
        const what = all.length === 1 ? all[0]?.name : `${all.length} files`
        toast.done(`${what} uploaded`, { subject: 'files' })
      } catch (error) {
        // They stay uploaded for a day, so that trying again sends nothing again.
        const retry = () => void send()
        if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'files', retry })
      }
      await refreshFiles(client)
    }
    void send()
  }, [client, level, id])

  useEffect(() => {
    if (pending === 0) put()
  }, [pending, put])

  // Anyone who opens another tab meanwhile keeps what is there, and is notified of the rest.
  const left = useRef(0)
  useEffect(() => {
    left.current = pending
  })
  useEffect(
    () => () => {
      put()
      if (left.current === 0) return
      const what = left.current === 1 ? 'One file was' : `${left.current} files were`
      toast.error(`${what} not uploaded, because the tab was left.`, { subject: 'files-left' })
    },
    [put],
  )

  return uploads
}
