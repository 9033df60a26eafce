import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { s3Storage } from '../apps/server/src/modules/file/s3.fixture.ts'
import { memoryOf } from './cpu.ts'
import { startSteward, type Stage } from './stage.ts'

export interface UploadFigures {
  storage: string
  /** Megabytes per second. */
  rate: number
  /** Megabytes of the server above idle at its most. */
  memory: number
}

/** A byte less than what is refused. */
const size = 25 * 1024 * 1024 - 1
const quiet = 3000

async function send({ port, headers }: Stage['steward'], bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData()
  form.append('file', new File([bytes], 'upload.bin'))
  const answer = await fetch(`http://127.0.0.1:${port}/api/file-management/files/upload/bench`, {
    method: 'POST',
    headers,
    body: form,
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** One upload of 25 MB, after the server was idle. The most it ever had is forgotten before. */
async function measure(steward: Stage['steward'], storage: string): Promise<UploadFigures> {
  const pid = steward.process.pid ?? 0
  const bytes = new Uint8Array(size).map((_, at) => (at * 2_654_435_761) >>> 24)
  await send(steward, bytes.subarray(0, 1000))
  await setTimeout(quiet)
  const idle = memoryOf(pid).now
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const from = performance.now()
  await send(steward, bytes)
  const seconds = (performance.now() - from) / 1000
  return { storage, rate: size / 1024 ** 2 / seconds, memory: memoryOf(pid).peak - idle }
}

/** Uploads into the folder that is used of itself, and into an S3 server beside it. */
export async function benchUpload(stage: Stage, folder: string): Promise<UploadFigures[]> {
  const figures = [await measure(stage.steward, 'folder')]
  const s3 = await s3Storage()
  const steward = await startSteward(stage.url, folder, stage.databasePid, {
    ...s3.environment,
    DATA_DIR: stage.dataDir,
  })
  try {
    figures.push(await measure(steward, 'S3'))
  } finally {
    steward.process.kill()
    await s3.stop()
  }
  return figures
}
