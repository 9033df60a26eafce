import { setTimeout as pause } from 'node:timers/promises'
import type { TableSettings } from '@steward/contracts/sheet'
import { transact } from '../../platform/db/database.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { TableError, type TableProfile } from '../../platform/tabular/index.ts'
import { profileFile } from './sheet.source.ts'
import type { UploadKeeping } from './upload.keeping.ts'
import {
  beginProfile,
  endProfile,
  failProfile,
  findProfile,
  findRowCount,
  noteProfile,
  noteRows,
} from './upload-profile.store.ts'
import { findPieces } from './upload.store.ts'

const task = 'upload.profile'
/** Milliseconds between two notes of how far the reading has come. */
const noteEvery = 500
const interrupted =
  'The server stopped while it read this file, ten times in a row. Upload the file again when the server is stable.'

interface Payload {
  tenantId: number
  uploadId: string
  /** The settings as text, by which a reading with older ones is known. */
  settings: string
  /** The number of columns. */
  width: number
}

/** The database may be unavailable for a moment: progress is noted again soon, and reading does not depend on it. */
const noteLater = (): boolean => true

/** The whole of an upload, or how far reading it has come. */
export type Whole = { profile: TableProfile } | { failure: string } | { share: number; rows: number }

/** Reads uploads to their end, once for each way of reading them. */
export function createUploadProfiles(platform: Platform, keeping: UploadKeeping) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  // Both threads for files would otherwise be busy with long ones, and short ones wait.
  let before: Promise<unknown> = Promise.resolve()

  async function read({ tenantId, uploadId, settings, width }: Payload, signal: AbortSignal): Promise<void> {
    const db = dbOf(tenantId)
    const progress = new Float64Array(new SharedArrayBuffer(16))
    const stop = new AbortController()
    const pieces = await findPieces(db, tenantId, uploadId)
    const path = await keeping.fileOf(tenantId, { uploadId, pieces })
    const reading = profileFile(
      platform.parsers,
      { path, settings: JSON.parse(settings) as TableSettings, width, progress },
      AbortSignal.any([signal, stop.signal]),
    )
    let isReading = true
    const noting = (async () => {
      while (isReading) {
        const [share = 0, rows = 0] = progress
        const isAsked = noteProfile(db, tenantId, uploadId, { settings, share, rows }).catch(noteLater)
        if (!(await isAsked)) stop.abort()
        await pause(noteEvery)
      }
    })()
    try {
      const profile = await reading
      await endProfile(db, tenantId, uploadId, { settings, profile, failure: null })
    } catch (error) {
      if (stop.signal.aborted) return
      if (!(error instanceof TableError)) throw error
      await endProfile(db, tenantId, uploadId, { settings, profile: null, failure: error.message })
    } finally {
      isReading = false
      await noting
    }
  }

  const run: Task = async (payload, { signal }) => {
    const turn = before.then(() => read(payload as Payload, signal))
    before = turn.catch(() => undefined)
    await turn
  }

  return {
    tasks: { [task]: run },
    abandoned: {
      [task]: (payload: unknown) => {
        const { tenantId, uploadId, settings } = payload as Payload
        return failProfile(dbOf(tenantId), tenantId, uploadId, { settings, failure: interrupted })
      },
    },
    /** Takes the profile of an upload that was read to its end at once, and notes how many rows it has. */
    async known(
      tenantId: number,
      uploadId: string,
      settings: TableSettings,
      profile: TableProfile,
    ): Promise<Whole> {
      const noted = { settings: JSON.stringify(settings), rows: profile.rows }
      await noteRows(dbOf(tenantId), tenantId, uploadId, noted)
      return { profile }
    },
    /** How many rows an upload has; null unless it was read to its end with these settings. */
    async countRows(
      tenantId: number,
      uploadId: string | null,
      settings: TableSettings | undefined,
    ): Promise<number | null> {
      if (!settings || !uploadId) return null
      return findRowCount(dbOf(tenantId), tenantId, uploadId, JSON.stringify(settings))
    },
    /** The profile of an upload so far; starts reading the file if nothing has yet. */
    async whole(tenantId: number, uploadId: string, settings: TableSettings, width: number): Promise<Whole> {
      const db = dbOf(tenantId)
      const asked = JSON.stringify(settings)
      const known = await findProfile(db, tenantId, uploadId)
      if (known?.settings === asked) {
        if (known.profile) return { profile: known.profile }
        return known.failure === null
          ? { share: known.share, rows: Number(known.rows) }
          : { failure: known.failure }
      }
      await transact(db, async (tx) => {
        if (!(await beginProfile(tx, tenantId, uploadId, asked))) return
        const payload: Payload = { tenantId, uploadId, settings: asked, width }
        await addJob(tx, { task, payload, key: `${task}:${tenantId}:${uploadId}` })
      })
      return { share: 0, rows: 0 }
    },
  }
}

export type UploadProfiles = ReturnType<typeof createUploadProfiles>
