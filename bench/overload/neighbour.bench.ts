import { join } from 'node:path'
import { callFor, timesOf, type Times } from './answers.ts'
import { followed } from '../health.bench.ts'
import { runImport, upload, writeAccounts } from '../import.bench.ts'
import type { Call } from '../load.ts'
import { createNeighbour, type Neighbour } from './neighbour.ts'
import { endProcess, startSteward, type Stage } from '../stage.ts'

export interface NeighbourFigures {
  /** What another company does meanwhile. */
  meanwhile: string
  quiet: Times
  busy: Times
  /** Calls of the neighbour that were not answered with 200. */
  failed: number
}

/** Some people at work, each with a moment between two calls. */
const people = { clients: 4, pause: 25 }

/** Rules that no index answers: all accounts are read. */
const heavyCall = (n: number): Call => ({
  method: 'POST',
  path: '/api/segment/filter',
  body: {
    segmentLevel: 'account',
    pageSize: 1,
    logic: {
      or: [
        { field: 'text_3', operator: 'contains', value: `ster ${n % 1000}` },
        { field: 'text_4', operator: 'contains', value: `irch ${(n * 7) % 1000}` },
      ],
    },
  },
})

async function measure(neighbour: Neighbour, seconds: number): Promise<{ times: Times; failed: number }> {
  await neighbour.renew()
  const answers = await callFor(neighbour.target, neighbour.callOf, { seconds, ...people })
  return { times: timesOf(answers), failed: answers.filter(({ status }) => status !== 200).length }
}

/** Begins it, and gives what ends it. */
type Beginning = () => Promise<() => Promise<void>>

function heavySegments({ steward }: Stage): Beginning {
  return async () => {
    let isOver = false
    const client = async () => {
      while (!isOver) await callFor(steward, heavyCall, { seconds: 0.1, clients: 1, pause: 0 })
    }
    const clients = Array.from({ length: 8 }, client)
    return async () => {
      isOver = true
      await Promise.all(clients)
    }
  }
}

function anImport(stage: Stage, folder: string, rows: number): Beginning {
  return async () => {
    const path = join(folder, 'neighbour.csv')
    await writeAccounts(path, rows)
    const done = runImport(stage, await upload(stage, path), () => undefined)
    return async () => void (await done)
  }
}

/** Measures the calls of one company while it is quiet, and while another one keeps the server busy. */
export async function benchNeighbours(
  stage: Stage,
  folder: string,
  { seconds, rows }: { seconds: number; rows: number },
): Promise<NeighbourFigures[]> {
  const neighbour = await createNeighbour(stage)
  const works: [string, Beginning][] = [
    [`an import of ${rows} accounts × 40 fields`, anImport(stage, folder, rows)],
    ['8 clients who ask for heavy segments', heavySegments(stage)],
  ]
  const figures: NeighbourFigures[] = []
  const compare = async (meanwhile: string, begin: Beginning) => {
    await followed(stage)
    await measure(neighbour, 1)
    const { times: quiet } = await measure(neighbour, seconds)
    const end = await begin()
    // What was going on already when the neighbour came may still be at work.
    await measure(neighbour, 2)
    const { times: busy, failed } = await measure(neighbour, seconds)
    await end()
    figures.push({ meanwhile, quiet, busy, failed })
  }
  await measure(neighbour, 2)
  for (const [meanwhile, begin] of works) await compare(meanwhile, begin)
  // The same import, which the process of the stage works on, while the neighbour calls another.
  const web = await startSteward(stage.url, stage.dataDir, stage.databasePid, { ROLES: 'web' })
  neighbour.target.port = web.port
  await measure(neighbour, 2)
  await compare(`the import in a process of its own`, anImport(stage, folder, rows + 1))
  await neighbour.close()
  await endProcess(web.process)
  return figures
}
