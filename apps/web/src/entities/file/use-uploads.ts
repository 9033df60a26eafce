import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { StoredFile } from '@steward/contracts/file'
import { createUploadQueue, type Upload } from './upload-queue.ts'

export interface Uploads {
  list: readonly Upload[]
  /** How many are on their way. */
  pending: number
  add(files: Iterable<File>): void
  /** Stops one that is on its way, and forgets one that failed. */
  cancel(id: number): void
  retry(id: number): void
}

/** Sends files, each by itself; `onStored` gets them as they are there. Leaving the page stops all. */
export function useUploads(onStored: (file: StoredFile) => void): Uploads {
  const [queue] = useState(createUploadQueue)
  const list = useSyncExternalStore(queue.subscribe, queue.read)
  useEffect(() => queue.tell(onStored), [queue, onStored])
  useEffect(() => () => queue.stop(), [queue])
  return useMemo(
    () => ({
      list,
      pending: list.filter((one) => one.problem === null).length,
      add: queue.add,
      cancel: queue.cancel,
      retry: queue.retry,
    }),
    [list, queue],
  )
}
