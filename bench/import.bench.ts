import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import pg from 'pg'
import { memoryOf } from './cpu.ts'
import { followed } from './health.bench.ts'
import { once } from './load.ts'
import type { Stage } from './stage.ts'
import { customFields } from './workload.ts'

export interface ImportFigures {
  rows: number
  /** Rows per second. */
  copyRate: number
  rate: number
  /** Megabytes of the server above idle at its most. */
  memory: number
  /** From the start of the import to its end, and until subscribers and the jobs that they add are done. */
  seconds: number
  followed: number
}

const words = ['Aster', 'Birch', 'Cedar', 'Delta', 'Ember', 'Fjord', 'Grove', 'Harbor', 'Indigo', 'Juniper']
const choices = ['North', 'East', 'South', 'West', 'Centre']

function cell(dataType: string, n: number): string {
  const spread = (n * 2_654_435_761) % 4_294_967_296
  if (dataType === 'date') return new Date(Date.UTC(2024, 0, 1 + (spread % 1500))).toISOString().slice(0, 10)
  if (dataType === 'boolean') return spread % 2 === 0 ? 'true' : 'false'
  if (dataType === 'singlePicklist') return choices[spread % choices.length] ?? ''
  if (dataType === 'string') return `${words[spread % words.length]} ${spread % 100_000}`
  return ((spread % 1_000_000) / 100).toFixed(2)
}

/** Writes a file of accounts with all custom fields. Their external ids are those of no file of another size. */
export async function writeAccounts(path: string, rows: number): Promise<void> {
  async function* lines() {
    yield `Name,External ID,${customFields.map((field) => field.displayName).join(',')}\n`
    for (let from = 0; from < rows; from += 500) {
      let text = ''
      for (let i = from; i < Math.min(rows, from + 500); i += 1) {
        text += `${words[i % words.length]} Works ${i},imp-${rows}-${i},${customFields.map((field, n) => cell(field.dataType, i * 41 + n)).join(',')}\n`
      }
      yield text
    }
  }
  await pipeline(lines, createWriteStream(path))
}

const typeSql: Record<string, string> = {
  number: 'numeric',
  percentage: 'numeric',
  currency: 'numeric',
  date: 'date',
  boolean: 'boolean',
  singlePicklist: 'text',
  string: 'text',
}

/**
 * The floor: COPY of the same file into a table of typed columns, with the indexes that a list needs. Answers the
 * seconds that it took.
 */
async function copyFile(url: string, path: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const columns = customFields.map((field, n) => `f${n + 1} ${typeSql[field.dataType]}`).join(', ')
  await client.query(`drop table if exists ideal.copied;
    create table ideal.copied (account_id bigint generated always as identity primary key, name text not null, external_id text unique, ${columns});
    create index on ideal.copied (lower(name), account_id); create index on ideal.copied using gin (lower(name) gin_trgm_ops)`)
  const names = ['name', 'external_id', ...customFields.map((_, n) => `f${n + 1}`)].join(', ')
  const from = performance.now()
  await pipeline(
    createReadStream(path),
    client.query(copyFrom(`copy ideal.copied (${names}) from stdin with (format csv, header)`)),
  )
  const seconds = (performance.now() - from) / 1000
  await client.end()
  return seconds
}

interface Answer<T> {
  data: T
}

/** Sends a file; gives its id. */
export async function upload(stage: Pick<Stage, 'steward'>, path: string): Promise<string> {
  const { size } = await stat(path)
  const made = (await once(stage.steward, {
    method: 'POST',
    path: '/api/core/entity/bulk/uploads',
    body: { fileName: 'accounts.csv', size },
  })) as Answer<{ uploadId: string }>
  const { uploadId } = made.data
  const file = await open(path)
  const piece = 8 * 1024 * 1024
  for (let offset = 0; offset < size; offset += piece) {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(piece, size - offset)),
      0,
      undefined,
      offset,
    )
    const answer = await fetch(
      `http://127.0.0.1:${stage.steward.port}/api/core/entity/bulk/uploads/${uploadId}?offset=${offset}`,
      {
        method: 'PATCH',
        headers: { ...stage.steward.headers, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(buffer.subarray(0, bytesRead)),
      },
    )
    if (!answer.ok) throw new Error(await answer.text())
  }
  await file.close()
  return uploadId
}

interface Detection {
  settings: unknown
  /** How far a long file has been read; null when suggestions rest on all of it. */
  reading: { share: number } | null
  columns: {
    column: number
    target: string | null
    dateFormat: string | null
    numberFormat: string | null
    match: string | null
  }[]
}

interface Job {
  jobId: number
  state: number
  failure: string | null
  counts: { create: number; refused: number; conflict: number }
}

/** Asks for the suggestions of an upload until they rest on the whole file, as the page does that shows them. */
async function detect(
  stage: Pick<Stage, 'steward'>,
  uploadId: string,
  onPoll: () => void,
): Promise<Detection> {
  for (;;) {
    const { data } = (await once(stage.steward, {
      method: 'POST',
      path: `/api/core/entity/bulk/uploads/${uploadId}/detect`,
      body: { level: 'account' },
    })) as Answer<Detection>
    onPoll()
    if (!data.reading) return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Imports an upload, and asks how far it is ten times a second. */
export async function runImport(
  stage: Pick<Stage, 'steward'>,
  uploadId: string,
  onPoll: () => void,
): Promise<{ job: Job; seconds: number }> {
  const detected = await detect(stage, uploadId, onPoll)
  const columns = detected.columns.map(({ column, target, dateFormat, numberFormat }) => ({
    column,
    target,
    ...(dateFormat ? { dateFormat } : {}),
    ...(numberFormat ? { numberFormat } : {}),
  }))
  const from = performance.now()
  const started = (await once(stage.steward, {
    method: 'POST',
    path: '/api/core/entity/bulk',
    body: {
      type: 'entityBulkUpload',
      level: 'account',
      config: {
        uploadId,
        settings: detected.settings,
        columns,
        key: ['system:externalId'],
        mode: 'createOrUpdate',
      },
    },
  })) as Answer<Job>
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    onPoll()
    const { data: job } = (await once(stage.steward, {
      method: 'GET',
      path: `/api/core/entity/bulk/${started.data.jobId}`,
    })) as Answer<Job>
    if (job.state === 40) return { job, seconds: (performance.now() - from) / 1000 }
    if (job.state === 30) throw new Error(`The import stopped: ${job.failure}`)
  }
}

/**
 * Imports accounts with 40 custom fields through the API, beside COPY of the same file, once before and once
 * after, when nothing is left to be done: how fast the machine is differs from minute to minute.
 */
export async function benchImport(stage: Stage, rows: number, folder: string): Promise<ImportFigures> {
  const path = join(folder, 'accounts.csv')
  await writeAccounts(path, rows)
  await followed(stage)
  const before = await copyFile(stage.url, path)
  const uploadId = await upload(stage, path)
  const pid = stage.steward.pids[0] ?? 0
  const idle = memoryOf(pid).now
  let most = idle
  const { job, seconds } = await runImport(stage, uploadId, () => {
    most = Math.max(most, memoryOf(pid).now)
  })
  if (job.counts.create !== rows)
    throw new Error(`${job.counts.create} of ${rows} rows were created: ${JSON.stringify(job.counts)}`)
  const ended = performance.now()
  await followed(stage)
  const following = (performance.now() - ended) / 1000
  const after = await copyFile(stage.url, path)
  return {
    rows,
    copyRate: (2 * rows) / (before + after),
    rate: rows / seconds,
    memory: most - idle,
    seconds,
    followed: seconds + following,
  }
}
