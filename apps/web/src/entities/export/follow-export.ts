import type { Export } from '@steward/contracts/export'
import { errorText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { toast } from '../../ui/toast-store.ts'
import { download } from '../../api/save-file.ts'
import { exportAddress, exportsKey, isUnfinished, readExport } from './export.calls.ts'

const firstPause = 300
const pause = 1000

/** Saves the file of a finished export. */
export async function saveExport(job: Export): Promise<void> {
  const subject = `export-${job.exportId}`
  try {
    await download(exportAddress(job), job.fileName)
    if (job.note) toast.info(`${job.fileName} is saved. ${job.note}`, { subject })
    else toast.done(`${job.fileName} is saved`, { subject })
  } catch (error) {
    toast.error(errorText(error), { subject, retry: () => void saveExport(job) })
  }
}

/**
 * Waits for an export and saves its file, for as long as the page is open, wherever its reader goes
 * meanwhile.
 */
export async function followExport(started: Export): Promise<void> {
  let job = started
  for (let wait = firstPause; isUnfinished(job); wait = pause) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    try {
      job = await readExport(job.exportId)
    } catch (error) {
      const subject = `export-${job.exportId}`
      toast.error(errorText(error), { subject, retry: () => void followExport(started) })
      return
    }
  }
  void queryClient.invalidateQueries({ queryKey: exportsKey })
  if (job.state === 'ready') return saveExport(job)
  if (job.failure) toast.error(job.failure, { subject: `export-${job.exportId}` })
}
